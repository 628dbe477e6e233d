import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import type { CheckLedger } from '../../core/maintenance/check-ledger.js';
import type { Log } from '../../core/ports.js';

/**
 * How often the schedule looks whether a check is due: several processes share one check an hour.
 */
const ASK_EVERY_MS = 60_000;
const FIRST_AFTER_MS = 10_000;

export class LedgerCheckScheduler implements OnApplicationBootstrap, OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();
  private readonly stopping = new AbortController();

  constructor(
    private readonly checkLedger: CheckLedger,
    private readonly log: Log,
  ) {}

  onApplicationBootstrap(): void {
    this.schedule(FIRST_AFTER_MS);
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    clearTimeout(this.timer);
    this.timer = undefined;
    await this.running;
  }

  private schedule(delayMs: number): void {
    this.timer = setTimeout(() => {
      this.running = this.look();
    }, delayMs);
    this.timer.unref();
  }

  private async look(): Promise<void> {
    try {
      await this.checkLedger.run(this.stopping.signal);
    } catch (error) {
      this.log.error('the ledger could not be checked', { error });
    }
    if (this.timer) this.schedule(ASK_EVERY_MS);
  }
}
