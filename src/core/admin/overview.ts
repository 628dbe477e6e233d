import type { EntryType } from '../billing/ledger-entry.js';
import type { Id } from '../ids.js';
import type { JobStatus } from '../verification/job.js';

/** What there is, and what came of a period. */
export interface ServiceTotals {
  /** Those that were not deleted. */
  accounts: number;
  /** Credits in all balances. */
  balances: number;
  jobs: Readonly<Record<JobStatus, number>>;
  /** Signed, by what moved them. */
  credits: Readonly<Record<EntryType, number>>;
  /** There is more than was counted: of each these are the latest. */
  isPartial: boolean;
}

/** What is due and has not ended. */
export interface WaitingWork {
  kind: 'retrieval' | 'delivery';
  waiting: number;
  oldestSeconds: number;
}

/** A receiver that does not take what an account has sent there. */
export interface FailingWebhook {
  destination: string;
  accountId: Id<'acc'>;
  /** Tried in vain, and to be tried again. */
  waiting: number;
  /** Given up in the period. */
  failed: number;
}

/** How a register answered the latest questions that it was asked. */
export interface RegisterRecord {
  asked: number;
  unreachable: number;
  lastAnswerAt: Date | undefined;
  lastFailureAt: Date | undefined;
  /** From the question to the answer, of half of those that were answered. */
  medianSeconds: number | undefined;
}

/**
 * The service as a whole, as an administrator sees it. Every answer reads a bounded part of what is
 * kept.
 */
export abstract class ServiceOverview {
  abstract totals(since: Date): Promise<ServiceTotals>;

  abstract waiting(): Promise<WaitingWork[]>;

  /** Those with most deliveries first. */
  abstract failingWebhooks(since: Date): Promise<FailingWebhook[]>;

  /** By jurisdiction. */
  abstract registers(): Promise<ReadonlyMap<string, RegisterRecord>>;
}
