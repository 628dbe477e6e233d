/** Periodic work that runs once per period in the whole installation. */
export abstract class ScheduleLock {
  /**
   * Returns `true` if this process should do the named work now; no process gets it again within
   * `everyMs`. Uses the database's clock, so a wrong local clock has no effect. If the holder dies,
   * its turn is lost and the next one comes as scheduled: the work must tolerate a missed turn.
   */
  abstract tryAcquire(name: string, everyMs: number): Promise<boolean>;
}

/** Probes the registers, as `registry probe` does, and keeps the results. */
export abstract class ProbeSchedule {
  /** `undefined` if registers are probed manually only. */
  abstract readonly everyMs: number | undefined;

  /** Failures are logged. */
  abstract run(stopping: AbortSignal): Promise<void>;
}

/** Updates the mirrors of registers that are published as files. */
export abstract class MirrorUpdates {
  /** Update interval of a mirror; `undefined` if mirrors are updated manually only. */
  abstract readonly everyMs: number | undefined;

  /**
   * Updates the mirrors that are due, each once per installation. A failed update waits for the
   * next run; a stopped one then resumes with the data it has.
   */
  abstract run(stopping: AbortSignal): Promise<void>;
}
