import type { Id } from '../ids.js';
import type { PendingWrite } from '../ports.js';
import type { Tier } from '../registries/jurisdiction.js';
import type { WebhookUrl } from '../webhooks/public-address.js';
import type { Hits, Job, JobResult, JobStatus } from './job.js';
import type { MatchReview } from './match-review.js';
import type { DueRetrieval, Retrieval, RetrievalClaim } from './retrieval-claim.js';

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

/**
 * Jobs and the retrievals that answer them. The rows are the truth; a queue entry is only a
 * reminder to look at one.
 */
export abstract class Retrievals {
  /**
   * To be written: a job that joins the unfinished retrieval of the same kind, jurisdiction, key
   * (see `answerKey`) and tier, or else a new one. Its result is what to queue after the commit.
   * Refused with `RATE_LIMIT_EXCEEDED` when the account has as many unfinished jobs as it may have.
   */
  abstract join(job: NewJob, key: string, recordNumber?: string): PendingWrite<DueRetrieval>;

  /** To be written: a job of a search that is answered already. */
  abstract addAnswered(job: NewJob, hits: Hits): PendingWrite;

  /**
   * Claims a due retrieval and marks its jobs as processing; `undefined` when it is finished, not
   * due, claimed by another, or of another realm (sandbox or live). The caller closes the claim.
   */
  abstract claim(id: string): Promise<RetrievalClaim | undefined>;

  /** To be written: how a job ended, exactly once. Its waiters are woken after the commit. */
  abstract settle(jobId: Id<'job'>, result: JobResult): PendingWrite;

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

export interface JobList {
  jobs: ListedJob[];
  /** Where the next page goes on; `undefined` when nothing older is left. */
  next: Id<'job'> | undefined;
}

/** Jobs as the accounts that filed them see them: another account's job is not there. */
export abstract class JobReader {
  abstract find(accountId: Id<'acc'>, jobId: Id<'job'>): Promise<Job | undefined>;

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

/** What people said about matches that were not certain. */
export abstract class MatchReviews {
  /**
   * Replaces what was said before, and returns since when this has been said; `undefined` when the
   * job is gone. What the job did not offer is refused by the database. Safe to repeat.
   */
  abstract record(jobId: Id<'job'>, meant: Pick<MatchReview, 'recordNumber' | 'note'>): Promise<Date | undefined>;

  abstract of(jobId: Id<'job'>): Promise<MatchReview | undefined>;
}
