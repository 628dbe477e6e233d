import type { Id } from '../ids.js';

/** What a credit was spent on, as usage reports name it. */
export type Operation = 'verify_quick' | 'verify_deep' | 'verify_deep_force_refresh' | 'search' | 'history';

/**
 * Who pays, and on whose behalf: a key, the grant of an application, or a key that an application
 * made, which has both. Each that is named has to keep within its budget, whether it calls itself
 * or something is done for it later.
 */
export interface Spender {
  accountId: Id<'acc'>;
  keyId?: Id<'key'> | undefined;
  grantId?: string | undefined;
}

/** What a charge leaves to those on whose behalf it was made. */
export interface CreditsLeft {
  /** Of the account. */
  balance: number;
  /** The least of what is left of their budgets; `undefined` when they have none. */
  budget: number | undefined;
}

export interface Charge extends Spender {
  jobId?: Id<'job'>;
  searchId?: Id<'srch'>;
  /** The watch that asked. */
  watchId?: Id<'wch'>;
  /** The row of a batch that asked: `line` counts as the file's lines do, from 1. */
  batchRow?: { batchId: Id<'bat'>; line: number };
  /** What is paid for, where there is no job. */
  entityId?: Id<'ent'>;
  entityName?: string;
  jurisdiction?: string;
  operation: Operation;
  /** Positive. */
  amountCredits: number;
  description: string;
}
