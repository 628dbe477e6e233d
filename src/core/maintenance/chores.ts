/** Work that is repeated from time to time for the whole installation. */
export interface Chore {
  /** Under which its turns are kept, see `ScheduleLock`. */
  readonly name: string;
  readonly everyMs: number;
  /** Where it is not to be part of a start. */
  readonly firstAfterMs?: number;
  /**
   * `once`: by one process in each period, however many there are. `shared`: by any number of them;
   * the first does it, and the others find nothing left.
   */
  readonly turns: 'once' | 'shared';
  /** Ends between two of its steps once `stopping` is aborted. */
  run(stopping: AbortSignal): Promise<unknown>;
}

/** All that is done from time to time. */
export class Chores {
  constructor(readonly all: readonly Chore[]) {}
}
