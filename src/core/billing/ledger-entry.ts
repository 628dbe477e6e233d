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

/**
 * Whether it paid for a confirmed no-match that was known already: what was found names its entity,
 * and every other answer what it was given by.
 */
export function isKnownNoMatch({ type, entityName, ...paidFor }: LedgerEntry): boolean {
  const { entityId, jobId, searchId, watchId, batchRow } = paidFor;
  const isNamed = [entityId, jobId, searchId, watchId, batchRow].some((one) => one !== undefined);
  return type === 'charge' && entityName !== undefined && !isNamed;
}
