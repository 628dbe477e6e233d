import type { Id } from '../ids.js';
import type { PendingWrite, Tx } from '../ports.js';
import type { Tier } from '../registries/jurisdiction.js';
import type { Job } from './job.js';

/** What is wanted of a register: the record that is meant, or all that come near. */
export type RetrievalKind = 'verification' | 'search';

/** One question to one register, asked once for all the jobs that wait for it. */
export interface Retrieval {
  /** A bare uuid: it never leaves the service. */
  id: string;
  kind: RetrievalKind;
  jurisdiction: string;
  entityName: string;
  nameKey: string;
  tier: Tier;
  /** Who asked first: it is done in that account's share. */
  accountId: Id<'acc'>;
  /** Which try this is, from 1. */
  attempt: number;
  /** How often it was claimed, this time included. */
  claimNumber: number;
  /** When it was claimed, by the database's clock: what the register says now is no older. */
  claimedAt: Date;
  /** From its beginning until it was claimed, by the same clock. */
  waitedMs: number;
  /** The trace of who asked first. */
  traceparent: string | undefined;
}

/** A retrieval to be entered in the queue. */
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
  /** To be written with how each of the jobs ended. */
  write: PendingWrite;
}

/** Why a claim is given back; see the table of `RetrievalClaim`. */
export type Release = 'try_again' | 'no_turn' | 'hand_back';

/**
 * One worker's claim on one retrieval: its token, the jobs that waited when it was made, and its heartbeat, which runs from the claim until `close`.
 * Only the holder of the token changes the row; a claim whose heartbeat stops is over 10 s later, by the database's clock.
 *
 * | from    | transition           | retrieval                       | tries | its jobs                            |
 * | ------- | -------------------- | ------------------------------- | ----- | ----------------------------------- |
 * | due     | claim                | claimed for 10 s                | + 1   | pending → processing                |
 * | claimed | heartbeat, every 3 s | claimed for another 10 s        |       |                                     |
 * | claimed | release `try_again`  | due after a pause               |       | stay processing                     |
 * | claimed | release `no_turn`    | due when the register has a turn| − 1   | processing → pending                |
 * | claimed | release `hand_back`  | due now                         | − 1   | stay processing                     |
 * | claimed | `end` is written     | finished                        |       | completed or failed                 |
 * | claimed | 10 s of silence      | due; another worker may claim it|       | stay processing                     |
 *
 * Whatever the claim's holder does after its claim was lost changes nothing: `release` returns `undefined`, and writing an ending throws.
 */
export abstract class RetrievalClaim {
  abstract readonly retrieval: Retrieval;

  /** Runs one attempt. The signal aborts it at the overall time limit, which throws `SourceError`, or once the claim was lost. */
  abstract attempt<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T>;

  /** The end with the jobs that waited when the claim was made. Writing it throws `WriteConflict` when another has joined, or the claim was lost. */
  abstract end(): Ending;

  /** The same with the jobs that wait now: until the transaction ends, no other joins. `undefined` when the claim was lost. */
  abstract lockForEnd(tx: Tx): Promise<Ending | undefined>;

  /** Gives the claim back, to be claimed again `pauseMs` from now; returns what the queue is told, or `undefined` when the claim was lost. */
  abstract release(how: Release, pauseMs: number): Promise<DueRetrieval | undefined>;

  /** Ends the heartbeat. To be called once nothing more is done with the claim, whatever came of it. */
  abstract close(): void;
}
