import type { Id } from '../ids.js';
import type { PendingWrite, Tx } from '../ports.js';
import type { Task } from '../tasks/ports.js';
import type { GivenEvidence } from '../matching/evidence/evidence.js';
import type { Tier } from '../registries/jurisdiction.js';
import type { Failed, Job } from './job.js';

/** What a register is asked for: the one record that is meant, or all that come near. */
export type RetrievalKind = 'verification' | 'search';

/** One request to one register, made once for all the jobs that wait for it. */
export interface Retrieval {
  /** A bare uuid: it never leaves the service. */
  id: string;
  kind: RetrievalKind;
  jurisdiction: string;
  entityName: string;
  /** Under which its answer is kept; see `answerKey`. */
  key: string;
  /** In the form that `readRecordNumber` gives; `undefined` when only the name was asked for. */
  recordNumber: string | undefined;
  tier: Tier;
  /** What else than the name is known to those who waited when it was claimed. */
  givenEvidence: readonly GivenEvidence[];
  /** The account that asked first; the retrieval counts towards its share of the workers. */
  accountId: Id<'acc'>;
  /** Which try this is, from 1. */
  attempt: number;
  /** How often it was claimed, this time included. */
  claimNumber: number;
  /** When it was claimed, by the database's clock: what the register says now is no older. */
  claimedAt: Date;
  /** From its beginning until it was claimed, by the same clock. */
  waitedMs: number;
  /**
   * Asked of the sandbox where this process asks the real register, or the other way about, and
   * nobody took it up for an hour.
   */
  ofOtherRealm: boolean;
  /** The trace of the first request. */
  traceparent: string | undefined;
}

/** A retrieval to be queued. */
export interface DueRetrieval {
  id: string;
  /** Of the claim that comes next. */
  claimNumber: number;
  accountId: Id<'acc'>;
  jurisdiction: string;
}

/** The end of a retrieval, with the jobs that wait for it. */
export interface Ending {
  jobs: Job[];
  /**
   * To be written with how each of the jobs ended. Its result is what to queue after the commit:
   * the work that waited for this end.
   */
  write: PendingWrite<readonly Task[]>;
}

/** What is kept of how a retrieval ended. */
export interface RetrievalEnd {
  /** For the rows of batches, which read it themselves. */
  failure?: Failed | undefined;
  /** What its answer rests on. */
  evidenceId?: Id<'evd'> | undefined;
}

/** Why a claim is released; see the table of `RetrievalClaim`. */
export type Release = 'try_again' | 'throttled' | 'hand_back';

/**
 * One worker's claim on one retrieval: its token, the jobs that waited when it was made, and its
 * heartbeat, which runs from the claim until `close`. Only the holder of the token changes the row;
 * a claim whose heartbeat stops is over 10 s later, by the database's clock.
 *
 * | from    | transition           | retrieval                       | tries | its jobs
 * |
 * | ------- | -------------------- | ------------------------------- | ----- |
 * ----------------------------------- |
 * | due     | claim                | claimed for 10 s                | + 1   | pending → processing
 * |
 * | claimed | heartbeat, every 3 s | claimed for another 10 s        |       |
 * |
 * | claimed | release `try_again`  | due after a pause               |       | stay processing
 * |
 * | claimed | release `throttled`   | due once the register is free   | − 1   | processing →
 * pending                |
 * | claimed | release `hand_back`  | due now                         | − 1   | stay processing
 * |
 * | claimed | `end` is written     | finished                        |       | completed or failed
 * |
 * | claimed | 10 s of silence      | due; another worker may claim it|       | stay processing
 * |
 *
 * Nothing that the holder does after its claim was lost has an effect: `release` returns
 * `undefined`, and writing an ending throws.
 */
export abstract class RetrievalClaim {
  abstract readonly retrieval: Retrieval;

  /**
   * Runs one attempt. The signal aborts it at the overall time limit, which throws `SourceError`,
   * or once the claim was lost.
   */
  abstract attempt<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T>;

  /**
   * The end with the jobs that waited when the claim was made. Writing it throws `WriteConflict`
   * when another has joined, or the claim was lost.
   */
  abstract end(how?: RetrievalEnd): Ending;

  /**
   * The same with the jobs that wait now: until the transaction ends, no other joins. `undefined`
   * when the claim was lost.
   */
  abstract lockForEnd(tx: Tx, how?: RetrievalEnd): Promise<Ending | undefined>;

  /**
   * Gives the claim back, to be claimed again `pauseMs` from now; returns what to enter in the
   * queue, or `undefined` when the claim was lost.
   */
  abstract release(how: Release, pauseMs: number): Promise<DueRetrieval | undefined>;

  /**
   * Ends the heartbeat. To be called once nothing more is done with the claim, whatever came of it.
   */
  abstract close(): void;
}
