/**
 * Something that a port wants written. It is written by `Transaction.commit` or `Tx.write`, never
 * before. `Result` is what its writer reports about the row once it is committed, see `Committed`.
 */
export interface PendingWrite<Result = unknown> {
  /** Where it goes; the rest is known to the port's adapter alone. */
  readonly kind: string;
  /** Never present: it only ties the type of the result to the write. */
  readonly result?: (row: never) => Result;
}

/** What one transaction writes. */
export type WriteSet = readonly PendingWrite[];

/** A write set that has been written. */
export interface Committed {
  /** What the writer reports about this write of the set; `undefined` when it reports nothing. */
  resultOf<Result>(write: PendingWrite<Result>): Result | undefined;
}

/**
 * What a write set rests on has changed since it was decided. Nothing of it was written: decide
 * again.
 */
export class WriteConflict extends Error {}

/**
 * An open transaction. A port method that takes one as its first parameter takes part in it; every
 * other method never does.
 */
export abstract class Tx {
  /** Writes all of it or nothing as part of this transaction. Throws like `Transaction.commit`. */
  abstract write(writeSet: WriteSet): Promise<Committed>;

  /**
   * Runs `effect` once this transaction has committed, in the order of the calls. Lost if the
   * process dies in between.
   */
  abstract afterCommit(effect: () => void | Promise<void>): void;
}

/** The two ways to a commit. What happens after a commit stands behind the `await` of either. */
export abstract class Transaction {
  /**
   * Writes all of it or nothing, durably once this resolves, in one statement and one commit with
   * what other requests write at the moment. Preferred wherever nothing has to be read or locked
   * first. Throws `INSUFFICIENT_CREDITS` (details: required, available) when an account cannot pay
   * for all of it, `RATE_LIMIT_EXCEEDED` when it would have too many unfinished jobs, and
   * `WriteConflict`.
   */
  abstract commit(writeSet: WriteSet): Promise<Committed>;

  /**
   * Runs `work` with a transaction on a connection of its own. What `work` throws undoes
   * everything. It is run again after a deadlock, so it must not touch the outside world. Of the
   * transactions `of` one account or network few run at a time, in the order of arrival, so that it
   * leaves connections to others: to be named wherever a transaction begins with a lock.
   */
  abstract interactive<T>(work: (tx: Tx) => Promise<T>, of?: string): Promise<T>;
}

export abstract class Clock {
  abstract now(): Date;
}

/**
 * Where failures are logged, once each, with their cause. Never given a key, a code or a secret.
 */
export abstract class Log {
  abstract info(message: string, fields?: Record<string, unknown>): void;
  abstract warn(message: string, fields?: Record<string, unknown>): void;
  abstract error(message: string, fields?: Record<string, unknown>): void;
}

/** Where this service can be reached from outside. */
export abstract class ServiceAddress {
  /** The absolute address of one of our paths, which begins with a slash. */
  abstract of(path: string): string;
}
