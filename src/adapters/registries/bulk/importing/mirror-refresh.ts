import type { ScheduleLock } from '../../../../core/maintenance/schedule-lock.js';
import type { Log } from '../../../../core/ports.js';

export interface MirrorRefreshOptions {
  lock: ScheduleLock;
  /** Milliseconds from one update of a mirror to the next. */
  everyMs: number;
  codes: readonly string[];
  /** Updates the mirror of a code, and says in a line what came of it. */
  update: (code: string, signal: AbortSignal) => Promise<string>;
  onEnded: (ended: { source: string; outcome: 'done' | 'failed' }) => void;
  log: Pick<Log, 'info' | 'warn'>;
}

const LOOK_AT_LEAST_EVERY_MS = 60_000;

/**
 * Updates the mirrors on a schedule, each once in the whole installation, however many processes
 * look. A failed update waits for the next.
 */
export class MirrorRefresh {
  private readonly ending = new AbortController();
  private timer: NodeJS.Timeout | undefined;
  private look: Promise<void> = Promise.resolve();

  constructor(private readonly options: MirrorRefreshOptions) {}

  start(): void {
    this.look = this.lookOnce().finally(() => {
      if (this.ending.signal.aborted) return;
      this.timer = setTimeout(() => this.start(), Math.min(this.options.everyMs, LOOK_AT_LEAST_EVERY_MS)).unref();
    });
  }

  /** Ends the update under way; the next one goes on with what it has downloaded and imported. */
  async stop(): Promise<void> {
    this.ending.abort();
    clearTimeout(this.timer);
    await this.look;
  }

  private async lookOnce(): Promise<void> {
    const { lock, everyMs, codes, update, onEnded, log } = this.options;
    for (const code of codes) {
      if (this.ending.signal.aborted) return;
      try {
        // A little shorter, so that the next look of this process does not come a moment too early.
        if (!(await lock.tryAcquire(`the update of the mirror ${code}`, everyMs * 0.9))) continue;
        log.info('mirror updated', { source: code, result: await update(code, this.ending.signal) });
        onEnded({ source: code, outcome: 'done' });
      } catch (error) {
        if (this.ending.signal.aborted) return;
        log.warn('a mirror could not be updated', { source: code, reason: reasonOf(error) });
        onEnded({ source: code, outcome: 'failed' });
      }
    }
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
