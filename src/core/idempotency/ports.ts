import type { Id } from '../ids.js';
import type { PendingWrite } from '../ports.js';

export type ClaimResult<T> =
  | { kind: 'claimed'; held: HeldKey }
  | { kind: 'in_progress' }
  /** The key was used for a different request. */
  | { kind: 'other_request' }
  | { kind: 'done'; outcome: T };

export interface KeyOfRequest {
  accountId: Id<'acc'>;
  key: string;
  /** A digest of route and body: reusing the key for another request is reported as an error. */
  fingerprint: string;
}

/**
 * A claimed key. Only its holder may record, finish or release it; a holder presumed dead may not.
 */
export interface HeldKey extends KeyOfRequest {
  claim: string;
}

/** One row per account and Idempotency-Key, kept for 24 hours. */
export abstract class IdempotencyRecords {
  /**
   * Claims the key for exactly one caller. A claim whose process died (no heartbeat for 60 s) is
   * taken over, or is `done` with the outcome recorded before.
   */
  abstract claim<T>(request: KeyOfRequest): Promise<ClaimResult<T>>;

  /**
   * The write of the outcome, to be committed together with the charge. The key stays claimed until
   * `finish`. Refused if the claim was lost.
   */
  abstract record(held: HeldKey, outcome: unknown): PendingWrite;

  /** Stores the outcome as it was sent; replayed from now on. */
  abstract finish(held: HeldKey, outcome: unknown): Promise<void>;

  /**
   * Releases the key of a failed request: it becomes free, or its recorded outcome is replayed. If
   * the database is unreachable, this happens once it is back.
   */
  abstract release(held: HeldKey): Promise<void>;
}
