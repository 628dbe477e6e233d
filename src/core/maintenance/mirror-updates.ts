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
