import type { Id } from '../ids.js';
import type { PackageId } from './packages.js';

export const ENTRY_TYPES = ['grant', 'purchase', 'charge', 'refund', 'adjustment'] as const;
export type EntryType = (typeof ENTRY_TYPES)[number];

export interface LedgerEntry {
  id: Id<'txn'>;
  type: EntryType;
  /** Signed. */
  amountCredits: number;
  balanceAfter: number;
  description: string;
  /** The job that was paid for; `undefined` in entries of earlier versions. */
  jobId: Id<'job'> | undefined;
  entityId: Id<'ent'> | undefined;
  /** As requested. */
  entityName: string | undefined;
  jurisdiction: string | undefined;
  searchId: Id<'srch'> | undefined;
  watchId: Id<'wch'> | undefined;
  batchRow: { batchId: Id<'bat'>; line: number } | undefined;
  packageId: PackageId | undefined;
  /** Of the answer; `undefined` if none was recorded. */
  recordId: Id<'rec'> | undefined;
  /** Of the request, or the custom id of a row. */
  reference: string | undefined;
  createdAt: Date;
}

/**
 * Returns whether the entry paid for a no-match that was already known. A match names its entity,
 * and every other answer names its source.
 */
export function isKnownNoMatch({ type, entityName, ...paidFor }: LedgerEntry): boolean {
  const { entityId, jobId, searchId, watchId, batchRow } = paidFor;
  const isNamed = [entityId, jobId, searchId, watchId, batchRow].some((one) => one !== undefined);
  return type === 'charge' && entityName !== undefined && !isNamed;
}
