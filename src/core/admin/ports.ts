import type { AccountProfile, ListedKey } from '../accounts/account.js';
import type { Batch } from '../batches/batch.js';
import type { BatchesWanted } from '../batches/ports.js';
import type { PaidDeep } from '../billing/ports.js';
import type { Id } from '../ids.js';
import type { Tx } from '../ports.js';
import type { Tier } from '../registries/jurisdiction.js';
import type { JobStatus } from '../verification/job.js';
import type { KeyHolder } from './admin-keys.js';

/**
 * Queue for administrators' transactions: only a few run at a time, so that their waits do not take
 * connections from customers.
 */
export const ADMINISTRATION = 'administration';

export interface Where {
  ip: string;
  requestId: string;
}

/**
 * The acting administrator. Several may share a key without a name; the IP address tells them
 * apart.
 */
export type Admin = KeyHolder & Where;

export interface AdminAction {
  admin: Admin;
  /** Verb and noun: `refund job`. */
  action: string;
  /** The id or code of the affected object. */
  subject: string;
  reason: string | undefined;
  details: Record<string, unknown>;
}

export interface RecordedAction extends AdminAction {
  at: Date;
}

export interface ActionsWanted {
  /**
   * Matches part of the action, subject, reason, details, administrator or address.
   * Case-insensitive.
   */
  text?: string | undefined;
  /** The number of an action, exclusive. */
  before?: number | undefined;
  offset?: number;
  limit: number;
}

export interface ActionList {
  items: RecordedAction[];
  next: number | undefined;
}

/** Actions of administrators; entries are never changed or deleted. */
export abstract class AuditTrail {
  /** Records an action in the transaction that performs it. */
  abstract record(tx: Tx, action: AdminAction): Promise<void>;

  /** Newest first, before the cursor; optionally only those that match the text. */
  abstract list(wanted: ActionsWanted): Promise<ActionList>;

  abstract count(): Promise<number>;
}

export interface AdminAccount {
  profile: AccountProfile;
  deleted: boolean;
  /** Credits spent before their payment was reversed. */
  debtCredits: number;
  keys: ListedKey[];
}

/** A page of accounts, newest first, and the cursor of the next page. */
export interface AccountList {
  accounts: readonly AdminAccount[];
  next: Id<'acc'> | undefined;
}

export type AccountEmails = ReadonlyMap<Id<'acc'>, string>;

export interface MirrorEdition {
  jurisdiction: string;
  /** The edition's businesses are fictional. */
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
  /** The caller's own. */
  reference: string | undefined;
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
  /** Part of the requested name, case-insensitive. */
  text?: string | undefined;
  /** UTC days, inclusive. */
  from?: string | undefined;
  to?: string | undefined;
  before?: Id<'job'> | undefined;
  offset?: number;
  limit: number;
}

/**
 * A page of jobs, newest first, and the cursor of the next page. A page may be short, because only
 * a bounded number of jobs is filtered.
 */
export interface AdminJobList {
  items: readonly AdminJob[];
  next: Id<'job'> | undefined;
}

export abstract class AdminAccounts {
  abstract findByEmail(email: string): Promise<AdminAccount | undefined>;

  /**
   * Newest first, after the cursor; optionally only accounts whose address begins with the prefix.
   */
  abstract list(wanted: {
    emailPrefix: string | undefined;
    after: Id<'acc'> | undefined;
    limit: number;
  }): Promise<AccountList>;

  abstract find(id: Id<'acc'>): Promise<AdminAccount | undefined>;

  /** Returns the addresses by account; deleted accounts have none. */
  abstract emails(ids: readonly Id<'acc'>[]): Promise<AccountEmails>;

  /**
   * Takes effect at once in all processes. Returns `false` if there is no such account or it was
   * deleted. Idempotent.
   */
  abstract setDisabled(tx: Tx, id: Id<'acc'>, disabled: boolean): Promise<boolean>;

  /**
   * Returns the previous limit, or `undefined` if there is no such key. Takes effect at once in all
   * processes. Idempotent.
   */
  abstract setRateLimit(tx: Tx, keyId: Id<'key'>, perMinute: number): Promise<number | undefined>;
}

export abstract class AdminJobs {
  abstract list(wanted: JobsLookedFor): Promise<AdminJobList>;

  /** Among the newest jobs that a list without a cursor looks at. */
  abstract count(filter: JobFilter): Promise<number>;

  abstract find(id: Id<'job'>): Promise<AdminJob | undefined>;

  /**
   * Finds and locks the job: until the transaction ends, no other can finish or refund it. Take
   * this lock before any other of the job's account.
   */
  abstract lock(tx: Tx, id: Id<'job'>): Promise<AdminJob | undefined>;

  /** Ends the job as refunded, whatever its state, and wakes its waiters after the commit. */
  abstract markRefunded(tx: Tx, id: Id<'job'>): Promise<RefundedEnd>;
}

export interface AdminBatch {
  accountId: Id<'acc'>;
  batch: Batch;
}

export abstract class AdminBatches {
  /** Newest first, of all accounts or one. */
  abstract list(wanted: BatchesWanted & { accountId: Id<'acc'> | undefined }): Promise<AdminBatch[]>;

  abstract find(id: Id<'bat'>): Promise<AdminBatch | undefined>;

  /** Returns those of the lines whose credits were refunded. */
  abstract refunded(id: Id<'bat'>, lines: readonly number[]): Promise<ReadonlySet<number>>;
}

export abstract class MirrorEditions {
  abstract current(): Promise<MirrorEdition[]>;
}

/** The time a refunded job ended, now or earlier, and the deep tier it had paid for. */
export interface RefundedEnd {
  completedAt: Date;
  deep: PaidDeep | undefined;
}

export abstract class AdminSessions {
  /**
   * For `digest`, see `apiKeyDigest`. Applies `ttlMs` to the database's clock, and deletes expired
   * sessions.
   */
  abstract open(session: { digest: string; keyFingerprint: string; ttlMs: number }): Promise<void>;

  /**
   * Extends the session and returns the fingerprint of its key. `undefined` if there is no such
   * session of one of these keys, or it was idle for `idleMs`.
   */
  abstract use(session: {
    digest: string;
    keyFingerprints: readonly string[];
    idleMs: number;
  }): Promise<string | undefined>;

  /** Idempotent. */
  abstract end(tx: Tx, digest: string): Promise<void>;

  /** Returns true once per confirmation (a UUID), however many calls race. */
  abstract confirm(digest: string, confirmation: string): Promise<boolean>;
}
