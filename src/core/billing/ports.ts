import type { Id } from '../ids.js';
import type { Page, Paged } from '../page.js';
import type { LedgerEntry } from './ledger-entry.js';
import type { Operation } from './pricing.js';
import type { UsageRow } from './usage.js';

export interface Charge {
  accountId: Id<'acc'>;
  keyId?: Id<'key'>;
  jobId?: Id<'job'>;
  operation: Operation;
  /** Positive. */
  amountCredits: number;
  description: string;
}

/**
 * The append-only record of every credit. An account's balance equals the sum of its entries at every moment and is never
 * negative: the database enforces both. Each method is one statement and joins the surrounding transaction.
 */
export abstract class Ledger {
  /**
   * Takes credits and returns the balance left. Throws `INSUFFICIENT_CREDITS` (details: required, available), with nothing
   * taken. Not safe to repeat without a job: a charge with a `jobId` is refused by the database the second time.
   */
  abstract charge(charge: Charge): Promise<number>;

  /** Gives credits for nothing and returns the new balance. Not safe to repeat. */
  abstract grant(accountId: Id<'acc'>, amountCredits: number, description: string): Promise<number>;

  /**
   * Gives back all that was charged for a job, once: `undefined` when there is nothing (left) to give back. Safe to repeat
   * and to race.
   */
  abstract refundJob(
    jobId: Id<'job'>,
    description: string,
  ): Promise<{ amountCredits: number; balance: number } | undefined>;

  /** Credits the account can spend now. */
  abstract balance(accountId: Id<'acc'>): Promise<number>;
}

/** The ledger, read. */
export abstract class Statement {
  /** Entries of the account, the newest first, with its balance at the same moment. As quick on the last page as on the first. */
  abstract page(accountId: Id<'acc'>, page: Page): Promise<Paged<LedgerEntry> & { balance: number }>;

  /** What was charged and refunded from the start of `from` to the end of `to` (UTC days), one row per day, operation and key. */
  abstract usage(accountId: Id<'acc'>, period: { from: string; to: string }): Promise<UsageRow[]>;
}
