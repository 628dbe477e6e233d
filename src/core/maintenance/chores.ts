/** Work repeated periodically for the whole installation. */
export interface Chore {
  /** Its name in the `ScheduleLock`. */
  readonly name: string;
  readonly everyMs: number;
  /** Delay of the first run, to keep it out of the startup. */
  readonly firstAfterMs?: number;
  /**
   * With `once`, a single process runs it per period. With `shared`, any process may: the first one
   * does the work, and the others find nothing left.
   */
  readonly turns: 'once' | 'shared';
  /** Stops between two steps once `stopping` is aborted. */
  run(stopping: AbortSignal): Promise<unknown>;
}

export class Chores {
  constructor(readonly all: readonly Chore[]) {}
}
