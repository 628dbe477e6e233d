import type { BudgetHolder } from '../billing/ports.js';
import type { Id } from '../ids.js';
import type { Tx } from '../ports.js';
import type { ConfirmationThreshold } from './threshold.js';

/** Above which price the calls of keys and applications have to be confirmed. */
export abstract class ConfirmationThresholds {
  /** Gives the holder this threshold, or lifts the one it has. Takes effect at once, everywhere. */
  abstract set(tx: Tx, holder: BudgetHolder, threshold: ConfirmationThreshold | undefined): Promise<void>;

  /** The threshold that the application had last, its grant ended or not. */
  abstract ofClient(accountId: Id<'acc'>, clientId: string): Promise<ConfirmationThreshold | undefined>;

  /** The threshold of a grant; `undefined` when it has none. */
  abstract ofGrant(grantId: string): Promise<ConfirmationThreshold | undefined>;
}

/** What a person is asked: whether this very call may cost this much. */
export interface Confirmation {
  id: string;
  /** A digest of the caller, the tool and its arguments. */
  call: string;
  credits: number;
  /** ISO 8601. */
  expiresAt: string;
}

/** What was asked of a person, sealed so that a client can carry it and cannot change it. */
export abstract class ConfirmationSeal {
  abstract seal(confirmation: Confirmation): string;

  /** What was sealed; `undefined` when it was not sealed here, or was changed. */
  abstract open(sealed: string): Confirmation | undefined;
}

/** Which confirmations have been used. */
export abstract class UsedConfirmations {
  /**
   * Uses the confirmation up: `true` for exactly one caller, in whichever process. It is remembered
   * until it has expired.
   */
  abstract use(id: string, expiresAt: Date): Promise<boolean>;
}
