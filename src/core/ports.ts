import type { Id } from './ids.js';

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

/**
 * `batch` is a round of one, `check` a round of checks of watches, `chore` what is done from time
 * to time.
 */
export const JOB_KINDS = ['retrieval', 'delivery', 'batch', 'check', 'chore'] as const;
export type JobKind = (typeof JOB_KINDS)[number];

/**
 * One request to work on a row. `claimNumber` distinguishes a repeated claim from the entry of the
 * previous one.
 */
export interface JobEntry {
  kind: JobKind;
  id: string;
  claimNumber: number;
  /** In whose share of the workers it is done. */
  accountId?: Id<'acc'>;
  /** Of a retrieval: whose register it asks. */
  jurisdiction?: string;
  /** Of a delivery: host and port. */
  destination?: string;
}

/**
 * Works on the entries of one kind. What it throws is logged, and the entry is gone: its row stays
 * due.
 */
export interface JobProcessor {
  readonly kind: JobKind;
  /** How many entries this process works on at once. */
  readonly concurrency: number;
  process(job: { data: JobEntry }): Promise<void>;
  /** Begins nothing more, and ends early what another process can go on with. */
  stop?(): void;
}

/** By kind; throws when a job kind has no processor, or two. */
export function processorsByKind(processors: readonly JobProcessor[]): Record<JobKind, JobProcessor> {
  const of = (kind: JobKind): JobProcessor => {
    const [processor, second] = processors.filter((one) => one.kind === kind);
    if (!processor) throw new Error(`no processor for jobs of kind ${kind}`);
    if (second) throw new Error(`two processors for jobs of kind ${kind}`);
    return processor;
  };
  return byKind(of);
}

/** The same of every kind. */
export function byKind<T>(make: (kind: JobKind) => T): Record<JobKind, T> {
  return Object.fromEntries(JOB_KINDS.map((kind) => [kind, make(kind)])) as Record<JobKind, T>;
}

/**
 * The transport of work: it says *when* to look at a row, the row says *what* is to be done. Losing
 * every entry loses nothing, because a sweeper enters again whatever is due.
 */
export abstract class Jobs {
  /**
   * Asks for the entry to be worked on `delayMs` from now. Safe to repeat: while an equal entry
   * waits or runs, nothing happens. Resolves within two seconds whatever the state of the queue;
   * `false` means that it could not be entered.
   */
  abstract enqueue(entry: JobEntry, delayMs?: number): Promise<boolean>;

  /**
   * Begins to hand out entries to these processors. Throws when a job kind has none, or two. Once
   * per process.
   */
  abstract start(processors: readonly JobProcessor[]): Promise<void>;

  /** Takes no more entries and waits for the running ones, at most `graceMs`. */
  abstract stop(graceMs: number): Promise<void>;
}
