import type { OnApplicationShutdown, OnModuleInit } from '@nestjs/common';
import type { OAuthRecords } from '../../core/oauth/ports.js';
import type { Log } from '../../core/ports.js';

const EVERY_MS = 3_600_000;

/** Forgets what has expired, in every process that serves OAuth: doing it twice does no harm. */
export class OAuthPurgeScheduler implements OnModuleInit, OnApplicationShutdown {
  private readonly stopping = new AbortController();
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();

  constructor(
    private readonly records: OAuthRecords,
    private readonly log: Log,
  ) {}

  onModuleInit(): void {
    this.timer = setInterval(() => {
      this.running = this.purge();
    }, EVERY_MS).unref();
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    this.stopping.abort();
    await this.running;
  }

  private async purge(): Promise<void> {
    await this.records
      .purge(this.stopping.signal)
      .catch((error: unknown) => this.log.error('purging OAuth records failed', { error }));
  }
}
