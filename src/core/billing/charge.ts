import type { Id } from '../ids.js';
import type { KnownRecord, WayIn } from '../answers/record.js';
import type { Tier } from '../registries/jurisdiction.js';

export type Operation = 'verify_quick' | 'verify_deep' | 'verify_deep_force_refresh' | 'search' | 'history';

/**
 * The payer, and on whose behalf it pays: a key, the grant of an application, or both for a key
 * created by an application. The budgets of all of them apply, also to work done for them later.
 */
export interface Spender {
  accountId: Id<'acc'>;
  keyId?: Id<'key'> | undefined;
  grantId?: string | undefined;
}

export interface CreditsLeft {
  balance: number;
  /** The smallest remaining budget; `undefined` when none applies. */
  budget: number | undefined;
}

export interface Charge extends Spender {
  jobId?: Id<'job'>;
  searchId?: Id<'srch'>;
  watchId?: Id<'wch'>;
  /** The row of a batch: `line` counts the file's lines from 1. */
  batchRow?: { batchId: Id<'bat'>; line: number };
  /** The entity paid for, when there is no job. */
  entityId?: Id<'ent'>;
  entityName?: string;
  jurisdiction?: string;
  tier?: Tier;
  via?: WayIn;
  /** The caller's own. */
  reference?: string | undefined;
  /** Set for what was known and needs no job. */
  record?: KnownRecord | undefined;
  operation: Operation;
  /** Positive. */
  amountCredits: number;
  description: string;
}
