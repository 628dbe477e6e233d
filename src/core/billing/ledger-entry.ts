import type { Id } from '../ids.js';
import type { PackageId } from './packages.js';

export const ENTRY_TYPES = ['grant', 'purchase', 'charge', 'refund', 'adjustment'] as const;
export type EntryType = (typeof ENTRY_TYPES)[number];

/** One movement of credits. */
export interface LedgerEntry {
  id: Id<'txn'>;
  type: EntryType;
  /** Signed. */
  amountCredits: number;
  balanceAfter: number;
  description: string;
  /** What was paid for, where the entry says it; entries of earlier versions say less. */
  jobId: Id<'job'> | undefined;
  entityId: Id<'ent'> | undefined;
  /** As it was asked for. */
  entityName: string | undefined;
  jurisdiction: string | undefined;
  searchId: Id<'srch'> | undefined;
  watchId: Id<'wch'> | undefined;
  /** The row of a batch that was paid for: the batch, and the line of its file. */
  batchRow: { batchId: Id<'bat'>; line: number } | undefined;
  packageId: PackageId | undefined;
  createdAt: Date;
}
