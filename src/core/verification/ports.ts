import type { Id } from '../ids.js';
import type { WayIn } from '../answers/record.js';
import type { PendingWrite } from '../ports.js';
import type { GivenEvidence } from '../matching/evidence/evidence.js';
import type { Tier } from '../registries/jurisdiction.js';
import type { WebhookUrl } from '../webhooks/public-address.js';
import type { RecordDecision } from './decision.js';
import type { Job, JobResult, JobStatus } from './job.js';
import type { RecordMeant, UnsureMatch } from './match-review.js';
import type { DueRetrieval, Retrieval, RetrievalClaim } from './retrieval-claim.js';

export interface NewJob {
  id: Id<'job'>;
  accountId: Id<'acc'>;
  entityName: string;
  jurisdiction: string;
  tier: Tier;
  evidence?: GivenEvidence | undefined;
  amountCredits: number;
  /** Bypasses the cache: only a reading that begins later answers it. */
  forced?: boolean;
  /** Set for a job that is a share of a search. */
  searchId?: Id<'srch'>;
  via?: WayIn;
  /** The caller's own. */
  reference?: string | undefined;
  webhookUrl: WebhookUrl | undefined;
}

/**
 * Jobs and the retrievals that answer them. The rows are authoritative; a task only reminds a
 * worker to look at one.
 */
export abstract class Retrievals {
  /**
   * Returns a write that adds a job and lets it join the unfinished retrieval of the same kind,
   * jurisdiction, key (see `answerKey`) and tier, or else a new one. Its result is what to queue
   * after the commit. Refused with `RATE_LIMIT_EXCEEDED` when the account has the maximum of
   * unfinished jobs.
   */
  abstract join(job: NewJob, key: string, recordNumber?: string): PendingWrite<DueRetrieval>;

  /** Returns a write that adds a job already answered, for a search or a person. */
  abstract addAnswered(job: NewJob, result: JobResult): PendingWrite;

  /**
   * Claims a due retrieval and marks its jobs as processing; `undefined` when it is finished, not
   * due, claimed, or of another realm (sandbox or live). The caller closes the claim.
   */
  abstract claim(id: string): Promise<RetrievalClaim | undefined>;

  /**
   * Returns a write that ends a job, exactly once. Its waiters are woken after the commit.
   * `evidenceId`: evidence of a check, which has no retrieval.
   */
  abstract settle(jobId: Id<'job'>, result: JobResult, evidenceId?: Id<'evd'>): PendingWrite;

  /**
   * Returns due, unclaimed retrievals for the queue: a few per account and register, the first of
   * each before the second of any, so that no backlog hides another.
   */
  abstract due(limit: number): Promise<DueRetrieval[]>;

  /**
   * Returns those of one account, without the excepted registers: longest due first, the first of
   * each register before the second of any.
   */
  abstract dueOf(accountId: Id<'acc'>, limit: number, except: readonly string[]): Promise<DueRetrieval[]>;
}

export interface JobsWanted {
  /** Part of the requested name. */
  text?: string | undefined;
  status?: JobStatus | undefined;
  jurisdiction?: string | undefined;
  /** Only the checks of this watch. */
  watchId?: Id<'wch'> | undefined;
  /** Without the checks of watches. */
  withoutChecks?: boolean | undefined;
  /** UTC, `YYYY-MM-DD`, both included. */
  from?: string | undefined;
  to?: string | undefined;
  after?: Id<'job'> | undefined;
  limit: number;
}

/** A job with the decision about it. */
export interface DecidedJob extends Job {
  /** The newest decision. */
  meant: RecordMeant | undefined;
}

export interface ListedJob extends DecidedJob {
  searchId: Id<'srch'> | undefined;
  /** Set for the check of a watch. */
  watchId: Id<'wch'> | undefined;
  createdAt: Date;
  completedAt: Date | undefined;
}

/**
 * The creator of a job: a person at the console, a key, an application, or the schedule of a watch,
 * which may have been deleted since.
 */
export type AskedBy =
  | { kind: 'person' }
  | { kind: 'key' | 'application'; name: string }
  | { kind: 'watch'; watchId: Id<'wch'>; hasEnded: boolean };

export interface JobDocument extends ListedJob {
  askedBy: AskedBy;
  refundedCredits: number;
  /** In order; the last one holds. */
  decisions: readonly RecordDecision[];
  /** Personal data were erased from its record. */
  isErased: boolean;
}

export interface JobList {
  jobs: ListedJob[];
  /** Cursor of the next page; `undefined` at the end. */
  next: Id<'job'> | undefined;
}

/** An account's view of its jobs; another account's job is not found. */
export abstract class JobReader {
  abstract find(accountId: Id<'acc'>, jobId: Id<'job'>): Promise<DecidedJob | undefined>;

  abstract document(accountId: Id<'acc'>, jobId: Id<'job'>): Promise<JobDocument | undefined>;

  /**
   * Newest first. A page examines a limited number of jobs whatever the filter, so it may have
   * fewer than `limit` hits, even none, and still not be the last.
   */
  abstract list(accountId: Id<'acc'>, wanted: JobsWanted): Promise<JobList>;

  /**
   * Waits until the job has ended, and returns its current state after `timeoutMs` or as soon as
   * this process shuts down.
   */
  abstract waitForEnd(accountId: Id<'acc'>, jobId: Id<'job'>, timeoutMs: number): Promise<Job | undefined>;

  /**
   * Returns the seconds from creating such a job to its end: the median of the latest ones
   * (queueing and retries included), but at least the age of the oldest one not started.
   * `undefined` when none ended within a day and none waits. The same for every account.
   */
  abstract expectedSeconds(job: Pick<Retrieval, 'kind' | 'jurisdiction' | 'tier'>): Promise<number | undefined>;
}

export interface UnsureWanted {
  /** Decided or waiting; both when left out. */
  decided?: boolean | undefined;
  /** Part of the requested name or of the reference. */
  text?: string | undefined;
  after?: Id<'rec'> | undefined;
  limit: number;
}

/** An unsure answer with every decision. */
export interface UnsureDocument extends UnsureMatch {
  /** In order; the last one holds. */
  decisions: readonly RecordDecision[];
  creditsRefunded: number;
  /** Personal data were erased from its record. */
  isErased: boolean;
}

/** The unsure answers of an account, from its records. */
export abstract class MatchReviews {
  /** `undefined` if the account has no such record, or if it is not unsure. */
  abstract find(accountId: Id<'acc'>, id: Id<'rec'>): Promise<UnsureDocument | undefined>;

  /**
   * Newest first. A page examines a limited number of answers whatever the filter, so it may have
   * fewer than `limit`, even none, and still not be the last.
   */
  abstract list(
    accountId: Id<'acc'>,
    wanted: UnsureWanted,
  ): Promise<{ items: UnsureMatch[]; next: Id<'rec'> | undefined }>;

  /** Counts the answers waiting for a person, up to `most`. */
  abstract waiting(accountId: Id<'acc'>, most: number): Promise<number>;
}
