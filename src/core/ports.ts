import type { Id } from './ids.js';

/** Something that a port wants written. It says what; it is not written before `Transaction.write` has done so. */
export interface PendingWrite {
  /** Where it goes; the rest is known to the port's adapter alone. */
  readonly kind: string;
}

/** Several statements that happen together or not at all. */
export abstract class Transaction {
  /**
   * Writes all of it or nothing, durably once this resolves, in one commit with what other requests write at the moment. Inside of `run` it is put off
   * until that transaction ends, and what cannot be written is refused there.
   */
  abstract commit(writes: readonly PendingWrite[]): Promise<void>;

  /**
   * Runs `work` with every port's statements inside one transaction; a nested call joins the outer one. What `work` throws
   * undoes everything. It may be run again after a deadlock, so it must not touch the outside world. Of the transactions `of` one account few run at a
   * time, in the order of arrival: one that has much to do leaves room for others. What has nothing to read or to lock is better off with `write`.
   */
  abstract interactive<T>(work: () => Promise<T>, of?: Id<'acc'>): Promise<T>;

  /** Runs `effect` once the surrounding transaction has committed, or at once outside of one. Lost if the process dies in between. */
  abstract afterCommit(effect: () => Promise<void>): Promise<void>;
}

export abstract class Clock {
  abstract now(): Date;
}

/** Where failures are told, once each, with their cause. Never given a key, a code or a secret. */
export abstract class Log {
  abstract info(message: string, fields?: Record<string, unknown>): void;
  abstract warn(message: string, fields?: Record<string, unknown>): void;
  abstract error(message: string, fields?: Record<string, unknown>): void;
}

export const JOB_KINDS = ['retrieval', 'delivery'] as const;
export type JobKind = (typeof JOB_KINDS)[number];

/** One request to work on a row. `turn` counts the tries, so that a retry is not mistaken for the entry it follows. */
export interface JobEntry {
  kind: JobKind;
  id: string;
  claimNumber: number;
  /** In whose share of the workers it is done. */
  accountId?: Id<'acc'>;
  /** Of a delivery: host and port. */
  destination?: string;
}

/**
 * The transport of work: it says *when* to look at a row, the row says *what* is to be done. Losing every entry loses nothing,
 * because a sweeper enters again whatever is due.
 */
export abstract class Jobs {
  /**
   * Asks for the entry to be worked on `delayMs` from now. Safe to repeat: while an equal entry waits or runs, nothing happens.
   * Resolves within two seconds whatever the state of the queue; `false` means that it could not be entered.
   */
  abstract enqueue(entry: JobEntry, delayMs?: number): Promise<boolean>;

  /**
   * Names the worker of a kind: once per process and kind, before `start`. What the worker throws is logged and the entry is gone.
   */
  abstract register(kind: JobKind, concurrency: number, worker: (entry: JobEntry) => Promise<void>): void;

  /** Begins to hand out entries. Throws when a kind has no worker. */
  abstract start(): Promise<void>;

  /** Takes no more entries and waits for the running ones, at most `graceMs`. */
  abstract stop(graceMs: number): Promise<void>;
}
