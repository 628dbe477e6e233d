import { createTransport, type Transporter } from 'nodemailer';
import { Mailer, type Mail } from '../../core/accounts/ports.js';

const LIMIT_MS = 10_000;

export class SmtpMailer extends Mailer {
  private readonly transport: Transporter;

  constructor(
    url: string,
    private readonly from: string,
  ) {
    super();
    this.transport = createTransport({
      url,
      connectionTimeout: LIMIT_MS,
      greetingTimeout: LIMIT_MS,
      socketTimeout: LIMIT_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  }

  requireServer(): void {}

  async send(mail: Mail): Promise<void> {
    // An object is always one mailbox. A text would be parsed as a list.
    await this.transport.sendMail({ from: this.from, ...mail, to: { name: '', address: mail.to } });
  }
}
