import type { BudgetHolder } from '../billing/ports.js';
import type { Id } from '../ids.js';
import type { Tx } from '../ports.js';
import type { ConfirmationThreshold } from './threshold.js';

/** The price above which calls of a key or application need confirmation. */
export abstract class ConfirmationThresholds {
  /**
   * Sets or, with `undefined`, removes the holder's threshold. Takes effect at once in all
   * processes.
   */
  abstract set(tx: Tx, holder: BudgetHolder, threshold: ConfirmationThreshold | undefined): Promise<void>;

  /** Returns the application's latest threshold, even if its grant has ended. */
  abstract ofClient(accountId: Id<'acc'>, clientId: string): Promise<ConfirmationThreshold | undefined>;

  /** `undefined` if the grant has no threshold. */
  abstract ofGrant(grantId: string): Promise<ConfirmationThreshold | undefined>;
}

/** The question for a person: may this call cost this much? */
export interface Confirmation {
  id: string;
  /** Digest of the caller, the tool and its arguments. */
  call: string;
  credits: number;
  /** ISO 8601. */
  expiresAt: string;
}

/** Seals confirmations, so that a client can carry but not change them. */
export abstract class ConfirmationSeal {
  abstract seal(confirmation: Confirmation): string;

  /** `undefined` if it was not sealed here or was changed. */
  abstract open(sealed: string): Confirmation | undefined;
}

export abstract class UsedConfirmations {
  /**
   * Returns `true` for exactly one caller across all processes. Remembered until the confirmation
   * expires.
   */
  abstract use(id: string, expiresAt: Date): Promise<boolean>;
}
