import type { Id } from '../ids.js';
import type { PendingWrite, Tx } from '../ports.js';
import type { Task } from '../tasks/ports.js';
import type { GivenEvidence } from '../matching/evidence/evidence.js';
import type { Tier } from '../registries/jurisdiction.js';
import type { Failed, Job } from './job.js';

/** The kind of question to a register: the one record meant, or all near ones. */
export type RetrievalKind = 'verification' | 'search';

/** One request to one register, shared by all jobs that wait for it. */
export interface Retrieval {
  /** A bare uuid: it never leaves the service. */
  id: string;
  kind: RetrievalKind;
  jurisdiction: string;
  entityName: string;
  /** Key of its stored answer; see `answerKey`. */
  key: string;
  /** In the form of `readRecordNumber`; `undefined` when only the name was requested. */
  recordNumber: string | undefined;
  tier: Tier;
  /** Further facts of the jobs that waited when it was claimed. */
  givenEvidence: readonly GivenEvidence[];
  /** The first account to ask; the retrieval counts towards its share of the workers. */
  accountId: Id<'acc'>;
  /** 1-based. */
  attempt: number;
  /** Number of claims so far, this one included. */
  claimNumber: number;
  /** By the database's clock; the register's current data is at least this recent. */
  claimedAt: Date;
  /** Milliseconds from creation to the claim, by the same clock. */
  waitedMs: number;
  /** Of the other realm (sandbox or live) than this process, and unclaimed for an hour. */
  ofOtherRealm: boolean;
  /** Of the first request. */
  traceparent: string | undefined;
}

export interface DueRetrieval {
  id: string;
  /** Number of the next claim. */
  claimNumber: number;
  accountId: Id<'acc'>;
  jurisdiction: string;
}

export interface Ending {
  jobs: Job[];
  /**
   * Returns a write for the same commit as the ends of the jobs. `unanswered` ones, which need
   * another reading, go on to a new retrieval. Its result is what to queue after the commit: that
   * retrieval, and the work that waited for this end.
   */
  finish: (unanswered: readonly Job[]) => PendingWrite<readonly Task[]>;
}

export interface RetrievalEnd {
  /** For the rows of batches, which read it themselves. */
  failure?: Failed | undefined;
  evidenceId?: Id<'evd'> | undefined;
}

/** The reason a claim is released; see the table of `RetrievalClaim`. */
export type Release = 'try_again' | 'throttled' | 'hand_back';

/**
 * One worker's claim on one retrieval: its token, the jobs waiting at that time, and its heartbeat,
 * which runs from the claim until `close`. Only the holder of the token changes the row; a claim
 * expires 10 s after its last heartbeat, by the database's clock.
 *
 * | from    | transition           | retrieval                     | tries | its jobs             |
 * | ------- | -------------------- | ----------------------------- | ----- | -------------------- |
 * | due     | claim                | claimed for 10 s              | + 1   | pending → processing |
 * | claimed | heartbeat, every 3 s | claimed for another 10 s      |       |                      |
 * | claimed | release `try_again`  | due after a pause             |       | stay processing      |
 * | claimed | release `throttled`  | due once the register is free | − 1   | processing → pending |
 * | claimed | release `hand_back`  | due now                       | − 1   | stay processing      |
 * | claimed | `end` is written     | finished                      |       | ended, or in another |
 * | claimed | 10 s of silence      | due for any worker            |       | stay processing      |
 *
 * After a claim is lost, its holder has no effect: `release` returns `undefined`, and writing an
 * ending throws.
 */
export abstract class RetrievalClaim {
  abstract readonly retrieval: Retrieval;

  /**
   * Runs one attempt. The signal aborts at the overall time limit, which throws `SourceError`, or
   * when the claim is lost.
   */
  abstract attempt<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T>;

  /**
   * Returns the end with the jobs that waited when it was claimed. Writing it throws
   * `WriteConflict` when another job has joined or the claim was lost.
   */
  abstract end(how?: RetrievalEnd): Ending;

  /**
   * Like `end`, with the jobs waiting now; no other can join until the transaction ends.
   * `undefined` when the claim was lost.
   */
  abstract lockForEnd(tx: Tx, how?: RetrievalEnd): Promise<Ending | undefined>;

  /**
   * Releases the claim; the retrieval is due again after `pauseMs`. Returns what to queue, or
   * `undefined` when the claim was lost.
   */
  abstract release(how: Release, pauseMs: number): Promise<DueRetrieval | undefined>;

  /** Ends the heartbeat. Call it when done with the claim, whatever the result. */
  abstract close(): void;
}
