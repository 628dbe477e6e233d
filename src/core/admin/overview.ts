import type { EntryType } from '../billing/ledger-entry.js';
import type { Id } from '../ids.js';
import type { JobStatus } from '../verification/job.js';

export interface ServiceTotals {
  /** Without deleted accounts. */
  accounts: number;
  balances: number;
  jobs: Readonly<Record<JobStatus, number>>;
  /** Signed amounts by entry type. */
  credits: Readonly<Record<EntryType, number>>;
  /** Only the latest of each were counted. */
  isPartial: boolean;
}

export interface WaitingWork {
  kind: 'retrieval' | 'delivery';
  waiting: number;
  oldestSeconds: number;
}

export interface FailingWebhook {
  destination: string;
  accountId: Id<'acc'>;
  /** Failed deliveries that will be retried. */
  waiting: number;
  /** Deliveries given up in the period. */
  failed: number;
}

export interface RegisterRecord {
  asked: number;
  unreachable: number;
  lastAnswerAt: Date | undefined;
  lastFailureAt: Date | undefined;
  /** Median time from request to answer, of the answered requests. */
  medianSeconds: number | undefined;
}

/** The whole service from an administrator's view. Every query reads a bounded number of rows. */
export abstract class ServiceOverview {
  abstract totals(since: Date): Promise<ServiceTotals>;

  abstract waiting(): Promise<WaitingWork[]>;

  /** Most deliveries first. */
  abstract failingWebhooks(since: Date): Promise<FailingWebhook[]>;

  /** By jurisdiction. */
  abstract registers(): Promise<ReadonlyMap<string, RegisterRecord>>;
}
