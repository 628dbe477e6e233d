/**
 * A write requested by a port. `Transaction.commit` or `Tx.write` executes it, never earlier.
 * `Result` is the writer's report about the row after the commit: see `Committed`.
 */
export interface PendingWrite<Result = unknown> {
  /** The kind of write; everything else is known only to the port's adapter. */
  readonly kind: string;
  /** Type-level only: ties the result type to the write. */
  readonly result?: (row: never) => Result;
}

export type WriteSet = readonly PendingWrite[];

export interface Committed {
  /** The writer's report about this write; `undefined` if there is none. */
  resultOf<Result>(write: PendingWrite<Result>): Result | undefined;
}

/**
 * The data that a write set depends on has changed since it was decided. Nothing was written:
 * decide again.
 */
export class WriteConflict extends Error {}

/**
 * An open transaction. Port methods that take one as their first parameter take part in it; all
 * others do not.
 */
export abstract class Tx {
  /** Writes everything or nothing within this transaction. Throws like `Transaction.commit`. */
  abstract write(writeSet: WriteSet): Promise<Committed>;

  /**
   * Runs `effect` after this transaction has committed, in the order of the calls. Lost if the
   * process dies in between.
   */
  abstract afterCommit(effect: () => void | Promise<void>): void;
}

/** The two ways to commit. Code after the `await` runs only when the commit succeeded. */
export abstract class Transaction {
  /**
   * Writes everything or nothing, durably once this resolves. Shares one statement and one commit
   * with concurrent requests. Preferred unless something must be read or locked first. Throws
   * `INSUFFICIENT_CREDITS` (details: required, available) if an account cannot pay for all of it,
   * `RATE_LIMIT_EXCEEDED` if it would have too many unfinished jobs, and `WriteConflict`.
   */
  abstract commit(writeSet: WriteSet): Promise<Committed>;

  /**
   * Runs `work` in a transaction on its own connection. An error of `work` rolls everything back.
   * `work` runs again after a deadlock, so it must have no external side effects. Only a few
   * transactions `of` the same account or network run at a time, in order of arrival, to leave
   * connections for others. Pass `of` whenever a transaction begins with a lock.
   */
  abstract interactive<T>(work: (tx: Tx) => Promise<T>, of?: string): Promise<T>;
}

export abstract class Clock {
  abstract now(): Date;
}

/** Logs each failure once, with its cause. Never pass a key, code or secret. */
export abstract class Log {
  abstract info(message: string, fields?: Record<string, unknown>): void;
  abstract warn(message: string, fields?: Record<string, unknown>): void;
  abstract error(message: string, fields?: Record<string, unknown>): void;
}

export abstract class ServiceAddress {
  /** Returns the absolute URL of one of our paths, which begins with a slash. */
  abstract of(path: string): string;
}
