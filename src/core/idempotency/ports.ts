import type { Id } from '../ids.js';
import type { PendingWrite } from '../ports.js';

/** How far a request with this key has come. */
export type ClaimResult<T> =
  | { kind: 'claimed'; held: HeldKey }
  /** Another request with the key is still running. */
  | { kind: 'in_progress' }
  /** The key was used for something else. */
  | { kind: 'other_request' }
  | { kind: 'done'; outcome: T };

export interface KeyOfRequest {
  accountId: Id<'acc'>;
  key: string;
  /** A digest of route and body: the same key on another request is reported as a mistake. */
  fingerprint: string;
}

/**
 * A claimed key: only its holder may record, finish or release; a holder that was taken for dead
 * may not.
 */
export interface HeldKey extends KeyOfRequest {
  claim: string;
}

/** One row per account and Idempotency-Key, kept for 24 hours. */
export abstract class IdempotencyRecords {
  /**
   * Claims the key, for exactly one of any number of callers. A claim whose process died (no sign
   * for 60 s) is taken over, or is `done` with what was recorded before the death.
   */
  abstract claim<T>(request: KeyOfRequest): Promise<ClaimResult<T>>;

  /**
   * To be written with what charges for it: the outcome. The key stays claimed until `finish`.
   * Refused when the claim was lost.
   */
  abstract record(held: HeldKey, outcome: unknown): PendingWrite;

  /** The outcome as it was sent; from now on it is replayed. */
  abstract finish(held: HeldKey, outcome: unknown): Promise<void>;

  /**
   * Lets go of the key, whose request failed: it is free, or what was recorded is replayed. While
   * the database is out of reach this is done later, as soon as it is back.
   */
  abstract release(held: HeldKey): Promise<void>;
}
