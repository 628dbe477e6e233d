import type { AccountProfile, ApiKey } from '../accounts/account.js';
import type { Id } from '../ids.js';
import type { Page, Paged } from '../page.js';
import type { Tx } from '../ports.js';
import type { Tier } from '../registries/jurisdiction.js';
import type { JobStatus } from '../verification/job.js';

/** Who acts: there is one admin key, so where it was used from tells its holders apart. */
export interface Admin {
  keyFingerprint: string;
  ip: string;
  requestId: string;
}

export interface AdminAction {
  admin: Admin;
  /** Verb and noun: `refund job`. */
  action: string;
  /** What it was done to: an id or a code. */
  subject: string;
  reason: string | undefined;
  details: Record<string, unknown>;
}

/** What administrators did, for good. */
export abstract class AuditTrail {
  /** Notes an action, in the transaction that carries it out. */
  abstract record(tx: Tx, action: AdminAction): Promise<void>;

  /** The newest first. */
  abstract page(page: Page): Promise<Paged<AdminAction & { at: Date }>>;
}

export interface SupportAccount {
  profile: AccountProfile;
  deleted: boolean;
  /** Credits that were spent before their payment was taken back. */
  debtCredits: number;
  keys: ApiKey[];
}

/** Accounts as support sees them. */
export abstract class SupportAccounts {
  abstract findByEmail(email: string): Promise<SupportAccount | undefined>;

  abstract find(id: Id<'acc'>): Promise<SupportAccount | undefined>;

  /** Holds at once, everywhere. `false` when there is no such account, or it was deleted. Safe to repeat. */
  abstract setDisabled(tx: Tx, id: Id<'acc'>, disabled: boolean): Promise<boolean>;

  /** The limit before; `undefined` when there is no such key. Holds at once, everywhere. Safe to repeat. */
  abstract setRateLimit(tx: Tx, keyId: Id<'key'>, perMinute: number): Promise<number | undefined>;
}

export interface SupportJob {
  id: Id<'job'>;
  accountId: Id<'acc'>;
  status: JobStatus;
  entityName: string;
  jurisdiction: string;
  tier: Tier;
  amountCredits: number;
  refunded: boolean;
  error: string | undefined;
  createdAt: Date;
  completedAt: Date | undefined;
}

export interface JobFilter {
  status: JobStatus | undefined;
  jurisdiction: string | undefined;
  accountId: Id<'acc'> | undefined;
}

/** Everybody's jobs, as support sees them. */
export abstract class SupportJobs {
  /** The newest first. */
  abstract page(filter: JobFilter, page: Page): Promise<Paged<SupportJob>>;

  abstract find(id: Id<'job'>): Promise<SupportJob | undefined>;

  /** The same, and until the transaction ends nobody else settles or refunds it. Taken before anything of the job's account is. */
  abstract lock(tx: Tx, id: Id<'job'>): Promise<SupportJob | undefined>;

  /**
   * Ends the job as refunded, wherever it stood, and wakes those who wait for it after the commit. What the account may see of the entity it found falls
   * to the quick tier, unless the deep one was paid for otherwise.
   */
  abstract markRefunded(tx: Tx, id: Id<'job'>): Promise<void>;
}
