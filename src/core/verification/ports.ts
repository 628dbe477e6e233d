import type { Id } from '../ids.js';
import type { PendingWrite } from '../ports.js';
import type { Tier } from '../registries/jurisdiction.js';
import type { WebhookUrl } from '../webhooks/public-address.js';
import type { Hits, Job, JobResult } from './job.js';
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

/** Jobs and the retrievals that answer them. The rows are the truth; a queue entry is only a reminder to look at one. */
export abstract class Retrievals {
  /**
   * To be written: a job that joins the unfinished retrieval of the same kind, jurisdiction, normalised name and tier, or else a new one. Its result is
   * what the queue is told after the commit. Refused with `RATE_LIMIT_EXCEEDED` when the account has as many unfinished jobs as it may have.
   */
  abstract join(job: NewJob, nameKey: string): PendingWrite<DueRetrieval>;

  /** To be written: a job of a search that is answered already. */
  abstract addAnswered(job: NewJob, hits: Hits): PendingWrite;

  /**
   * Claims a due retrieval and marks its jobs as processing; `undefined` when it is finished, not due, claimed by another, or of another realm
   * (sandbox or live). The caller closes the claim.
   */
  abstract claim(id: string): Promise<RetrievalClaim | undefined>;

  /** To be written: how a job ended, exactly once. Those who wait for it are told after the commit. */
  abstract settle(jobId: Id<'job'>, result: JobResult): PendingWrite;

  /**
   * Retrievals that are due and unclaimed: what the queue should know of. A few of every account and register, the first of each before the second of
   * any, so that the backlog of one never hides another's.
   */
  abstract due(limit: number): Promise<DueRetrieval[]>;

  /** Those of one account, of every register but the excepted, the longest due first of each register before the second of any. */
  abstract dueOf(accountId: Id<'acc'>, limit: number, except: readonly string[]): Promise<DueRetrieval[]>;
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
