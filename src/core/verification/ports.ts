import type { Id } from '../ids.js';
import type { PendingWrite, Tx } from '../ports.js';
import type { Tier } from '../registries/jurisdiction.js';
import type { WebhookUrl } from '../webhooks/public-address.js';
import type { Hits, Job, JobResult } from './job.js';

export interface NewJob {
  id: Id<'job'>;
  accountId: Id<'acc'>;
  entityName: string;
  jurisdiction: string;
  tier: Tier;
  amountCredits: number;
  /** The search that this job is a share of. */
  searchId?: Id<'srch'>;
  webhookUrl: WebhookUrl | undefined;
}

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
  /** Which taking up this is, from 1: the tries, and what was handed back. */
  claimNumber: number;
  /** The trace of who asked first. */
  traceparent: string | undefined;
}

/** A retrieval to be entered in the queue. */
export interface DueRetrieval {
  id: string;
  /** Which taking up comes next. */
  claimNumber: number;
  accountId: Id<'acc'>;
}

/** The end of a retrieval, with the jobs that wait for it. */
export interface Ending {
  jobs: Job[];
  /** To be written with how each of the jobs ended. */
  write: PendingWrite;
}

/** Jobs and the retrievals that answer them. The rows are the truth; a queue entry is only a reminder to look at one. */
export abstract class Retrievals {
  /**
   * To be written: a job that joins the unfinished retrieval of the same kind, jurisdiction, normalised name and tier, or else a new one, which is
   * entered in the queue. Refused with `RATE_LIMIT_EXCEEDED` when the account has as many unfinished jobs as it may have.
   */
  abstract join(job: NewJob, nameKey: string): PendingWrite<DueRetrieval>;

  /** To be written: a job of a search that is answered already. */
  abstract addAnswered(job: NewJob, hits: Hits): PendingWrite;

  /**
   * Takes a due retrieval for a limited time and marks its jobs as processing; `undefined` when it is finished, not due, or in other hands.
   * A holder that dies is noticed when the time is over. Every call that succeeds counts as a try.
   */
  abstract claim(id: string): Promise<Retrieval | undefined>;

  /** Keeps the claim alive while `work` runs. The signal aborts it at the overall time limit, or when the claim was lost. */
  abstract hold<T>(retrieval: Retrieval, work: (signal: AbortSignal) => Promise<T>): Promise<T>;

  /** Gives the claim back until `pauseMs` from now; `false` when it was lost. */
  abstract release(retrieval: Retrieval, pauseMs: number): Promise<boolean>;

  /** Gives the claim back as if it had never been taken, for another to take at once; `false` when it was lost. */
  abstract handBack(retrieval: Retrieval): Promise<boolean>;

  /**
   * The end of the retrieval with the jobs that waited for it when it was claimed; `undefined` when this process has no claim on it, and then nothing
   * may be settled. Writing it throws `WriteConflict` when another job has joined since, or the claim was lost.
   */
  abstract end(retrieval: Retrieval): Ending | undefined;

  /** The same with the jobs that wait now: until the transaction ends, no other joins. `undefined` when the claim was lost. */
  abstract lockForEnd(tx: Tx, retrieval: Retrieval): Promise<Ending | undefined>;

  /** To be written: how a job ended, exactly once. Those who wait for it are told after the commit. */
  abstract settle(jobId: Id<'job'>, result: JobResult): PendingWrite;

  /**
   * Retrievals that are due and in nobody's hands: what the queue should know of. A few of every account, the first of each before the second of any,
   * so that the backlog of one never hides another's.
   */
  abstract due(limit: number): Promise<DueRetrieval[]>;

  /** Those of one account, the longest due first. */
  abstract dueOf(accountId: Id<'acc'>, limit: number): Promise<DueRetrieval[]>;
}

/** Jobs as those see them who filed them: another account's job is not there. */
export abstract class JobReader {
  abstract find(accountId: Id<'acc'>, jobId: Id<'job'>): Promise<Job | undefined>;

  /** The job once it has ended, or as it stands after `timeoutMs`, or as soon as this process is about to end. */
  abstract waitForEnd(accountId: Id<'acc'>, jobId: Id<'job'>, timeoutMs: number): Promise<Job | undefined>;
}

/** How long callers have been waiting for registers. */
export abstract class RetrievalTimings {
  /**
   * Seconds from a question like this one to its answer or failure, as half of the latest ones took (their queue and repeated tries included), but
   * no less than the oldest one has been waiting that nobody has begun yet. `undefined` when none ended within a day and none waits.
   */
  abstract expectedSeconds(asked: Pick<Retrieval, 'kind' | 'jurisdiction' | 'tier'>): Promise<number | undefined>;
}

/** What has come to its end and will never be worked on again. */
export abstract class JobRetention {
  /**
   * Forgets a batch of what was asked before `date`: jobs that have ended and have no event any more, with their retrievals and searches, and searches
   * that never had a job. Returns how many jobs and such searches that were. The ledger keeps its entries. Safe to repeat.
   */
  abstract purgeBefore(date: Date): Promise<number>;
}
