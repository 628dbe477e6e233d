import { type ScheduleLock, MirrorUpdates } from '../../../../core/maintenance/ports.js';
import type { Log } from '../../../../core/ports.js';

export interface MirrorRefreshOptions {
  lock: ScheduleLock;
  /** Milliseconds between two updates of a mirror. */
  everyMs: number;
  codes: readonly string[];
  /** Updates a register's mirror and returns a one-line result. */
  update: (code: string, signal: AbortSignal) => Promise<string>;
  onEnded: (ended: { source: string; outcome: 'done' | 'failed' }) => void;
  log: Pick<Log, 'info' | 'warn'>;
}

export class MirrorRefresh extends MirrorUpdates {
  readonly everyMs: number;

  constructor(private readonly options: MirrorRefreshOptions) {
    super();
    this.everyMs = options.everyMs;
  }

  async run(stopping: AbortSignal): Promise<void> {
    const { lock, everyMs, codes, update, onEnded, log } = this.options;
    for (const code of codes) {
      if (stopping.aborted) return;
      try {
        // Slightly less than the interval, so that our own next attempt is never refused.
        if (!(await lock.tryAcquire(`the update of the mirror ${code}`, everyMs * 0.9))) continue;
        log.info('mirror updated', { source: code, result: await update(code, stopping) });
        onEnded({ source: code, outcome: 'done' });
      } catch (error) {
        if (stopping.aborted) return;
        log.warn('a mirror could not be updated', { source: code, reason: reasonOf(error) });
        onEnded({ source: code, outcome: 'failed' });
      }
    }
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
