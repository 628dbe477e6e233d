import type { AccountProfile, ListedKey } from '../accounts/account.js';
import type { Batch } from '../batches/batch.js';
import type { BatchesWanted } from '../batches/ports.js';
import type { PaidDeep } from '../billing/ports.js';
import type { Id } from '../ids.js';
import type { Page, Paged } from '../page.js';
import type { Tx } from '../ports.js';
import type { Tier } from '../registries/jurisdiction.js';
import type { JobStatus } from '../verification/job.js';
import type { KeyHolder } from './admin-keys.js';

/**
 * Few transactions of administrators run at a time: what they wait for keeps no connection from
 * customers.
 */
export const ADMINISTRATION = 'administration';

/** From where an administrator acts. */
export interface Where {
  ip: string;
  requestId: string;
}

/**
 * Who acts. Several may hold a key without a name: the address they used it from tells them apart.
 */
export type Admin = KeyHolder & Where;

export interface AdminAction {
  admin: Admin;
  /** Verb and noun: `refund job`. */
  action: string;
  /** What it was done to: an id or a code. */
  subject: string;
  reason: string | undefined;
  details: Record<string, unknown>;
}

export interface RecordedAction extends AdminAction {
  at: Date;
}

export interface ActionsWanted {
  /**
   * Part of what was done, to what, why, with which details, by whom or from where; in capital
   * letters or not.
   */
  text: string | undefined;
  /** The number of an action. */
  before: number | undefined;
  limit: number;
}

export interface ActionList {
  items: RecordedAction[];
  next: number | undefined;
}

/** What administrators did; entries are never changed or deleted. */
export abstract class AuditTrail {
  /** Records an action, in the transaction that carries it out. */
  abstract record(tx: Tx, action: AdminAction): Promise<void>;

  /** The newest first. */
  abstract page(page: Page): Promise<Paged<RecordedAction>>;

  /** The newest first, before the one of the cursor; of all, or of those that say this. */
  abstract list(wanted: ActionsWanted): Promise<ActionList>;
}

export interface AdminAccount {
  profile: AccountProfile;
  deleted: boolean;
  /** Credits that were spent before their payment was taken back. */
  debtCredits: number;
  keys: ListedKey[];
}

/** Some accounts, the newest first, and where the next ones begin. */
export interface AccountList {
  accounts: AdminAccount[];
  next: Id<'acc'> | undefined;
}

/** What a mirrored register answers from. */
export interface MirrorEdition {
  jurisdiction: string;
  /** Its businesses are fictional. */
  sandbox: boolean;
  /** `YYYY-MM-DD`, the date of the file. */
  asOf: string;
  rows: number;
  importedAt: Date;
}

export interface AdminJob {
  id: Id<'job'>;
  accountId: Id<'acc'>;
  status: JobStatus;
  entityName: string;
  jurisdiction: string;
  tier: Tier;
  amountCredits: number;
  /** The business that was found. */
  entityId: Id<'ent'> | undefined;
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

export interface JobsLookedFor extends JobFilter {
  /** Part of the name that was asked for; in capital letters or not. */
  text: string | undefined;
  /** UTC days, both included. */
  from: string | undefined;
  to: string | undefined;
  before: Id<'job'> | undefined;
  limit: number;
}

/**
 * Some jobs, the newest first, and before which one to go on. Few fit where few of many are looked
 * at.
 */
export interface AdminJobList {
  items: AdminJob[];
  next: Id<'job'> | undefined;
}

/** Every account, as an administrator sees and changes it. */
export abstract class AdminAccounts {
  abstract findByEmail(email: string): Promise<AdminAccount | undefined>;

  /**
   * The newest first, after the one of the cursor; of all, or of those whose address begins with
   * this.
   */
  abstract list(wanted: {
    emailPrefix: string | undefined;
    after: Id<'acc'> | undefined;
    limit: number;
  }): Promise<AccountList>;

  abstract find(id: Id<'acc'>): Promise<AdminAccount | undefined>;

  /**
   * Takes effect at once, everywhere. `false` when there is no such account, or it was deleted.
   * Safe to repeat.
   */
  abstract setDisabled(tx: Tx, id: Id<'acc'>, disabled: boolean): Promise<boolean>;

  /**
   * Returns the limit before; `undefined` when there is no such key. Takes effect at once,
   * everywhere. Safe to repeat.
   */
  abstract setRateLimit(tx: Tx, keyId: Id<'key'>, perMinute: number): Promise<number | undefined>;
}

/** Every job, as an administrator sees and changes it. */
export abstract class AdminJobs {
  /** The newest first. */
  abstract page(filter: JobFilter, page: Page): Promise<Paged<AdminJob>>;

  abstract list(wanted: JobsLookedFor): Promise<AdminJobList>;

  abstract find(id: Id<'job'>): Promise<AdminJob | undefined>;

  /**
   * The same, locked: until the transaction ends no other settles or refunds it. To be locked
   * before anything else of the job's account.
   */
  abstract lock(tx: Tx, id: Id<'job'>): Promise<AdminJob | undefined>;

  /** Ends the job as refunded, whatever its state, and wakes its waiters after the commit. */
  abstract markRefunded(tx: Tx, id: Id<'job'>): Promise<RefundedEnd>;
}

/** A file of names, and whose it is. */
export interface AdminBatch {
  accountId: Id<'acc'>;
  batch: Batch;
}

/** Every batch, as an administrator sees it. */
export abstract class AdminBatches {
  /** The newest first: of all, or of an account. */
  abstract list(wanted: BatchesWanted & { accountId: Id<'acc'> | undefined }): Promise<AdminBatch[]>;

  abstract find(id: Id<'bat'>): Promise<AdminBatch | undefined>;

  /** Which of these lines had their credits refunded. */
  abstract refunded(id: Id<'bat'>, lines: readonly number[]): Promise<ReadonlySet<number>>;
}

export abstract class MirrorEditions {
  /** Those that answer now. */
  abstract current(): Promise<MirrorEdition[]>;
}

/** When a refunded job ended, now or before, and whose deep tier it had paid for. */
export interface RefundedEnd {
  completedAt: Date;
  deep: PaidDeep | undefined;
}

/** Browsers in which the admin key was shown. */
export abstract class AdminSessions {
  /**
   * `digest`: see `apiKeyDigest`. Counts `ttlMs` by the database's clock, and forgets the sessions
   * that have expired.
   */
  abstract open(session: { digest: string; keyFingerprint: string; ttlMs: number }): Promise<void>;

  /**
   * Uses the session, and tells the key that opened it. `undefined` when no such session of one of
   * these keys is left, or it was not used for `idleMs`.
   */
  abstract use(session: {
    digest: string;
    keyFingerprints: readonly string[];
    idleMs: number;
  }): Promise<string | undefined>;

  /** Safe to repeat. */
  abstract end(tx: Tx, digest: string): Promise<void>;

  /** True once for each confirmation, a UUID, however many calls race. */
  abstract confirm(digest: string, confirmation: string): Promise<boolean>;
}
