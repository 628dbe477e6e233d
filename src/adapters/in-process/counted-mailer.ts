import { Mailer, type Mail } from '../../core/accounts/ports.js';
import type { Metrics } from '../../core/metrics/ports.js';

export class CountedMailer extends Mailer {
  constructor(
    private readonly mailer: Mailer,
    private readonly metrics: Metrics,
  ) {
    super();
  }

  requireServer(): void {
    this.mailer.requireServer();
  }

  async send(mail: Mail): Promise<void> {
    try {
      await this.mailer.send(mail);
      this.metrics.count('mails_total', { outcome: 'sent' });
    } catch (error) {
      this.metrics.count('mails_total', { outcome: 'failed' });
      throw error;
    }
  }
}
