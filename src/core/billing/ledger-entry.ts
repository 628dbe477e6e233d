import type { Id } from '../ids.js';

export type EntryType = 'grant' | 'purchase' | 'charge' | 'refund' | 'adjustment';

/** One movement of credits. */
export interface LedgerEntry {
  id: Id<'txn'>;
  type: EntryType;
  /** Signed. */
  amountCredits: number;
  balanceAfter: number;
  description: string;
  jobId: Id<'job'> | undefined;
  searchId: Id<'srch'> | undefined;
  packageId: string | undefined;
  createdAt: Date;
}
