import type { Id } from '../ids.js';
import type { PendingWrite } from '../ports.js';

/** How far a request with this key has come. */
export type ClaimResult<T> =
  | { kind: 'claimed'; held: HeldKey }
  /** Another request holds the key and is still at work. */
  | { kind: 'in_progress' }
  /** The key was used for something else. */
  | { kind: 'other_request' }
  | { kind: 'done'; outcome: T };

export interface KeyOfRequest {
  accountId: Id<'acc'>;
  key: string;
  /** A digest of route and body: the same key on another request is a mistake worth telling. */
  fingerprint: string;
}

/** A claimed key: only its holder may record, finish or release, and a holder that was taken for dead no longer is one. */
export interface HeldKey extends KeyOfRequest {
  claim: string;
}

/** One row per account and Idempotency-Key, kept for 24 hours. */
export abstract class IdempotencyRecords {
  /**
   * Takes the key, for exactly one of any number of callers. A claim whose process died (no sign for 60 s) is taken over, or is `done` with
   * what was recorded before the death.
   */
  abstract claim<T>(request: KeyOfRequest): Promise<ClaimResult<T>>;

  /** To be written with what charges for it: the outcome. The key stays claimed until `finish`. Refused when the claim was lost. */
  abstract record(held: HeldKey, outcome: unknown): PendingWrite;

  /** The outcome as it was sent; from now on it is replayed. */
  abstract finish(held: HeldKey, outcome: unknown): Promise<void>;

  /** Gives the key back: nothing was charged. Does nothing once an outcome was recorded. */
  abstract release(held: HeldKey): Promise<void>;

  /** Forgets a batch of the keys whose 24 hours are over, and returns how many. Safe to repeat. */
  abstract forgetExpired(): Promise<number>;
}
