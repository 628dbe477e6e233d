import { setTimeout as sleep } from 'node:timers/promises';
import type { INestApplicationContext } from '@nestjs/common';
import { Readiness } from '../core/health.js';

export const SHUTDOWN_LIMIT_MS = 20_000;

/** Shutdown of the process: closes everything that was started, in reverse order. */
export class Lifecycle {
  private readonly closers: (() => Promise<unknown>)[] = [];
  private drainMs = 0;
  private isEnding = false;

  get ending(): boolean {
    return this.isEnding;
  }

  /**
   * Shuts down on SIGINT and SIGTERM. A second signal is ignored: npm forwards the signals that the
   * whole process group has already received.
   */
  endOnSignals(): void {
    process.on('SIGINT', () => void this.end(0));
    process.on('SIGTERM', () => void this.end(0));
  }

  /** Registers a closer; the last one registered runs first. */
  onEnd(close: () => Promise<unknown>): void {
    this.closers.push(close);
  }

  /**
   * Reports not ready first, then serves requests for `drainMs` so that load balancers notice. The
   * shutdown limit starts after that.
   */
  closeApplication(app: INestApplicationContext, drainMs: number): void {
    this.drainMs = drainMs;
    this.onEnd(async () => {
      app.get(Readiness).leave();
      await sleep(drainMs);
      await app.close();
    });
  }

  /** Closes everything and exits, even if closing exceeds the shutdown limit. */
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
