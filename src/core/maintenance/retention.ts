/** What is forgotten when it has been kept for long enough. */
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
  'evidence of nothing',
  'evidence bodies',
  'answers',
  'rankings',
  'accesses',
  'accesses of closed accounts',
  'revoked keys',
  'unpaid payments',
  'batches',
  'free batches',
  'unread files',
] as const;
export type Retained = (typeof RETAINED)[number];

/**
 * How a batch of a purge ended: whether there may be more, and from where the next batch goes on.
 */
export interface PurgedBatch {
  more: boolean;
  last?: string;
}

/**
 * Forgets what has been kept for long enough. Jobs go when they have ended and have no event any
 * more, and their retrievals with them; deliveries that still wait are failed; the jobs of closed
 * accounts go whatever has become of them; the newest snapshot of each entity stays. The ledger
 * keeps its entries.
 */
export abstract class Retention {
  /** The time by the database's clock, by which everything is purged. */
  abstract now(): Promise<Date>;

  /**
   * Forgets a batch of what is older than `before`. A batch that looks at rows which have to stay
   * goes on after the `last` one of the batch before it. Safe to repeat and to race.
   */
  abstract purge(what: Retained, before: Date, last: string | undefined): Promise<PurgedBatch>;
}
