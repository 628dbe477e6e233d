import type { Id } from '../ids.js';
import type { PendingWrite } from '../ports.js';
import type { GivenEvidence } from '../matching/evidence/evidence.js';
import type { Tier } from '../registries/jurisdiction.js';
import type { WebhookUrl } from '../webhooks/public-address.js';
import type { Job, JobResult, JobStatus } from './job.js';
import type { MatchReview, ReviewSubject, UnsureMatch } from './match-review.js';
import type { DueRetrieval, Retrieval, RetrievalClaim } from './retrieval-claim.js';

export interface NewJob {
  id: Id<'job'>;
  accountId: Id<'acc'>;
  entityName: string;
  jurisdiction: string;
  tier: Tier;
  evidence?: GivenEvidence | undefined;
  amountCredits: number;
  /** The search that this job is a share of. */
  searchId?: Id<'srch'>;
  webhookUrl: WebhookUrl | undefined;
}

/**
 * Jobs and the retrievals that answer them. The rows are the truth; a task is only a reminder to
 * look at one.
 */
export abstract class Retrievals {
  /**
   * To be written: a job that joins the unfinished retrieval of the same kind, jurisdiction, key
   * (see `answerKey`) and tier, or else a new one. Its result is what to queue after the commit.
   * Refused with `RATE_LIMIT_EXCEEDED` when the account has as many unfinished jobs as it may have.
   */
  abstract join(job: NewJob, key: string, recordNumber?: string): PendingWrite<DueRetrieval>;

  /** To be written: a job that is answered already, of a search or of a person. */
  abstract addAnswered(job: NewJob, result: JobResult): PendingWrite;

  /**
   * Claims a due retrieval and marks its jobs as processing; `undefined` when it is finished, not
   * due, claimed by another, or of another realm (sandbox or live). The caller closes the claim.
   */
  abstract claim(id: string): Promise<RetrievalClaim | undefined>;

  /**
   * To be written: how a job ended, exactly once. Its waiters are woken after the commit.
   * `evidenceId`: what it rests on that belongs to no retrieval and no snapshot.
   */
  abstract settle(jobId: Id<'job'>, result: JobResult, evidenceId?: Id<'evd'>): PendingWrite;

  /**
   * Retrievals that are due and unclaimed: what the queue should know of. A few of every account
   * and register, the first of each before the second of any, so that the backlog of one never
   * hides another's.
   */
  abstract due(limit: number): Promise<DueRetrieval[]>;

  /**
   * Those of one account, of every register but the excepted, the longest due first of each
   * register before the second of any.
   */
  abstract dueOf(accountId: Id<'acc'>, limit: number, except: readonly string[]): Promise<DueRetrieval[]>;
}

export interface JobsWanted {
  /** In the name that was asked for. */
  text?: string | undefined;
  status?: JobStatus | undefined;
  jurisdiction?: string | undefined;
  /** UTC, `YYYY-MM-DD`, both included. */
  from?: string | undefined;
  to?: string | undefined;
  /** Only those filed before this one. */
  after?: Id<'job'> | undefined;
  limit: number;
}

export interface ListedJob extends Job {
  searchId: Id<'srch'> | undefined;
  createdAt: Date;
  completedAt: Date | undefined;
  meant: MatchReview | undefined;
}

/** On whose behalf a job was filed: a person at the console, a key, or an application. */
export type AskedBy = { kind: 'person' } | { kind: 'key' | 'application'; name: string };

/** A job with all that is kept of it. */
export interface JobDocument extends ListedJob {
  askedBy: AskedBy;
  /** What was refunded in the end. */
  refundedCredits: number;
}

export interface JobList {
  jobs: ListedJob[];
  /** Where the next page goes on; `undefined` when nothing older is left. */
  next: Id<'job'> | undefined;
}

/** Jobs as the accounts that filed them see them: another account's job is not there. */
export abstract class JobReader {
  abstract find(accountId: Id<'acc'>, jobId: Id<'job'>): Promise<Job | undefined>;

  /** The same with all that is kept of it. */
  abstract document(accountId: Id<'acc'>, jobId: Id<'job'>): Promise<JobDocument | undefined>;

  /**
   * The newest first. One page looks at so many jobs at the most, whatever is wanted of them: it
   * may hold fewer than `limit`, even none, and go on.
   */
  abstract list(accountId: Id<'acc'>, wanted: JobsWanted): Promise<JobList>;

  /**
   * The job once it has ended, or as it stands after `timeoutMs`, or as soon as this process is
   * about to end.
   */
  abstract waitForEnd(accountId: Id<'acc'>, jobId: Id<'job'>, timeoutMs: number): Promise<Job | undefined>;

  /**
   * Seconds from filing a job like this one to its answer or failure: the median of the latest ones
   * (queueing and retries included), but no less than the age of the oldest one that nobody has
   * begun. `undefined` when none ended within a day and none waits. The same for every account.
   */
  abstract expectedSeconds(job: Pick<Retrieval, 'kind' | 'jurisdiction' | 'tier'>): Promise<number | undefined>;
}

export interface UnsureWanted {
  /** Decided, or waiting for a person; both when left out. */
  decided?: boolean | undefined;
  /** In the name that was asked for. */
  text?: string | undefined;
  /** Only what is listed after this one. */
  after?: ReviewSubject | undefined;
  limit: number;
}

/** Matches that were not certain, and what people decided about them. */
export abstract class MatchReviews {
  /**
   * Keeps the first decision, and returns the one that is kept; `undefined` when its subject is
   * gone. What was not offered is refused by the database, and so is changing a decision. Safe to
   * repeat and to race.
   */
  abstract record(
    subject: ReviewSubject,
    meant: Pick<MatchReview, 'recordNumber' | 'note' | 'decidedBy'>,
  ): Promise<MatchReview | undefined>;

  /** An unsure row of a batch of the account. */
  abstract row(accountId: Id<'acc'>, row: { batchId: Id<'bat'>; line: number }): Promise<UnsureMatch | undefined>;

  /**
   * Jobs first, the newest first of the latest of them, then rows of batches that have ended, the
   * newest batch first, each in the order of its file.
   */
  abstract list(
    accountId: Id<'acc'>,
    wanted: UnsureWanted,
  ): Promise<{ items: UnsureMatch[]; next: ReviewSubject | undefined }>;

  /** How many wait for a person; no more than `most` are counted. */
  abstract waiting(accountId: Id<'acc'>, most: number): Promise<number>;
}
