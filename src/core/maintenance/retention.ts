export const RETAINED = [
  'one-time codes',
  'idempotency keys',
  'priced reads',
  'used confirmations',
  'deliveries',
  'events',
  'jobs',
  'retrievals',
  'searches',
  'snapshots',
  'evidence',
  'records',
  'evidence of nothing',
  'evidence bodies',
  'answers',
  'rankings',
  'accesses',
  'accesses of closed accounts',
  'revoked keys',
  'unpaid payments',
  'ended watches',
  'batches',
  'free batches',
  'unread files',
] as const;
export type Retained = (typeof RETAINED)[number];

/** The result of a purge batch: whether there may be more, and where the next batch continues. */
export interface PurgedBatch {
  more: boolean;
  last?: string;
}

/**
 * Deletes data after its retention period. Jobs are deleted when they have ended and their events
 * are gone, together with their retrievals. Pending deliveries are marked as failed. Jobs of closed
 * accounts are deleted in any state. The newest snapshot of each entity stays, and so do ledger
 * entries.
 */
export abstract class Retention {
  /** The database's time, which decides what is purged. */
  abstract now(): Promise<Date>;

  /**
   * Deletes a batch of rows older than `before`. If a batch contains rows that must stay, the next
   * one continues after `last`. Idempotent and safe to run concurrently.
   */
  abstract purge(what: Retained, before: Date, last: string | undefined): Promise<PurgedBatch>;
}
