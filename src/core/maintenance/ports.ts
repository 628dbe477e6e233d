/** Work that is done from time to time, once in the whole installation. */
export abstract class ScheduleLock {
  /**
   * `true` when it is this process that does the named work now; for `everyMs` from here no process
   * is given it again. The clock is the database's: one that is wrong here changes nothing. A turn
   * whose holder dies is lost, and the next one comes as if nothing had happened: the work must be
   * such that missing one does no harm.
   */
  abstract tryAcquire(name: string, everyMs: number): Promise<boolean>;
}

/** Keeps the mirrors of registers up to date that are published as files. */
export abstract class MirrorUpdates {
  /** How often a mirror is updated; `undefined`: by hand alone. */
  abstract readonly everyMs: number | undefined;

  /**
   * Updates the mirrors that are due, each once in the whole installation. A failed update waits
   * for the next; one that is stopped goes on then with what it has.
   */
  abstract run(stopping: AbortSignal): Promise<void>;
}
