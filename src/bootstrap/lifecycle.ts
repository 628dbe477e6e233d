import { setTimeout as sleep } from 'node:timers/promises';
import type { INestApplicationContext } from '@nestjs/common';
import { Readiness } from '../core/health.js';

const SHUTDOWN_LIMIT_MS = 20_000;

/** The end of the process: what has been started is closed in reverse order. */
export class Lifecycle {
  private readonly closers: (() => Promise<unknown>)[] = [];
  private drainMs = 0;
  private isEnding = false;

  /** True as soon as the end has begun. */
  get ending(): boolean {
    return this.isEnding;
  }

  /**
   * Signals end the process. A second one must not cut the end short: npm passes on what the whole
   * group was sent.
   */
  endOnSignals(): void {
    process.on('SIGINT', () => void this.end(0));
    process.on('SIGTERM', () => void this.end(0));
  }

  /** The last to be registered is closed first. */
  onEnd(close: () => Promise<unknown>): void {
    this.closers.push(close);
  }

  /**
   * Readiness ends first, and load balancers get the time to notice: until then requests are
   * answered as usual. The limit of the end comes on top.
   */
  closeApplication(app: INestApplicationContext, drainMs: number): void {
    this.drainMs = drainMs;
    this.onEnd(async () => {
      app.get(Readiness).leave();
      await sleep(drainMs);
      await app.close();
    });
  }

  /** Closes everything and ends the process, and ends it anyway when that takes too long. */
  async end(exitCode: number): Promise<void> {
    if (this.isEnding) return;
    this.isEnding = true;
    setTimeout(() => process.exit(1), this.drainMs + SHUTDOWN_LIMIT_MS).unref();
    for (const close of this.closers.reverse()) {
      await close().catch((error: unknown) => console.error(error));
    }
    process.exit(exitCode);
  }
}
