import type { Id } from '../ids.js';
import type { Tx, WriteSet } from '../ports.js';
import type { BudgetStanding } from '../billing/budget.js';
import type { ConfirmationThreshold } from '../confirmations/threshold.js';
import type { Account, ApiKey, Caller, ListedKey, MovableAccount } from './account.js';
import type { Restrictions } from './caller-limits.js';
import type { Tier } from '../registries/jurisdiction.js';
import type { Scope } from './scope.js';

/** Running checks of watches that are deleted. */
export abstract class OrphanedChecks {
  /** Returns the writes that end and refund a check. Refunding again has no effect. */
  abstract end(jobId: Id<'job'>): WriteSet;
}

export abstract class Accounts {
  /**
   * Returns the account of an owner who just proved this address, and opens one if needed. An
   * account that only named the address loses it and returns to the last one it proved. Safe to
   * repeat and to race: an address has one account, and exactly one call opens it.
   */
  abstract openFor(tx: Tx, email: string): Promise<Account & { isNew: boolean }>;

  /** Records that the owner proved the account's current address. Safe to repeat. */
  abstract markEmailVerified(tx: Tx, id: Id<'acc'>): Promise<void>;

  /**
   * Like `markEmailVerified`, if the account still has this address. Returns `false`, with nothing
   * recorded, if it has another one by now. Safe to repeat.
   */
  abstract confirmEmail(tx: Tx, id: Id<'acc'>, email: string): Promise<boolean>;

  /**
   * Returns `true` once per address ever, its `+tag` left out, whichever account holds it and
   * however many calls race.
   */
  abstract claimFreeCredits(tx: Tx, email: string): Promise<boolean>;

  /** The caller must be genuine: the account exists. */
  abstract profile(id: Id<'acc'>): Promise<MovableAccount>;

  /** Returns the account's status, also of a closed one; `undefined` if it never existed. */
  abstract status(
    id: Id<'acc'>,
  ): Promise<{ emailVerified: boolean; state: 'open' | 'disabled' | 'deleted' } | undefined>;

  /** Returns the account with this address, without opening one; `undefined` if there is none. */
  abstract idOf(email: string): Promise<Id<'acc'> | undefined>;

  /** Returns whether a proof of this address opens an existing account. */
  abstract isProved(email: string): Promise<boolean>;

  abstract rename(tx: Tx, id: Id<'acc'>, name: string | null): Promise<void>;

  /**
   * Sets the address at once, unverified, and records whether an application requested it. Throws
   * `EMAIL_ALREADY_EXISTS` when it belongs to another account. Does nothing to a closed account, or
   * when it is already the proved address.
   */
  abstract changeEmail(tx: Tx, id: Id<'acc'>, email: string, byApplication: boolean): Promise<void>;

  /** `undefined` until a password is set. */
  abstract passwordHash(id: Id<'acc'>): Promise<string | undefined>;

  /**
   * Returns `false`, with nothing changed, when the hash is no longer `before`: a concurrent change
   * came first.
   */
  abstract setPasswordHash(tx: Tx, id: Id<'acc'>, hash: string, before: string | undefined): Promise<boolean>;

  /**
   * Erases address, name and password and closes the account permanently; its ledger stays. The
   * address becomes free. Safe to repeat. `checks` ends those that run for its watches.
   */
  abstract close(id: Id<'acc'>, checks: OrphanedChecks): Promise<void>;

  /**
   * Exports everything stored about an account except itself and its keys: sections by name, with
   * their records, oldest first, read in batches as they are consumed.
   */
  abstract export(id: Id<'acc'>): ReadonlyMap<string, AsyncIterable<Record<string, unknown>>>;
}

export interface SignInSession {
  id: string;
  signedInAt: Date;
  expiresAt: Date;
}

/** Access that an account's owner granted to a client. */
export interface Grant {
  id: string;
  clientId: string;
  clientName: string | undefined;
  scopes: Scope[];
  budget: BudgetStanding | undefined;
  confirmAbove: ConfirmationThreshold | undefined;
  grantedAt: Date;
  expiresAt: Date;
}

export abstract class SignIns {
  /** Returns the newest active sessions, newest first. */
  abstract sessions(accountId: Id<'acc'>): Promise<SignInSession[]>;

  /** Signs one browser out at once. Returns `false` when the account has no such session. */
  abstract endSession(accountId: Id<'acc'>, id: string): Promise<boolean>;

  /** Signs out everywhere. Safe to repeat. */
  abstract endSessions(tx: Tx, accountId: Id<'acc'>): Promise<void>;

  /** Returns the active grants, newest first. */
  abstract grants(accountId: Id<'acc'>): Promise<Grant[]>;

  /** Ends all other grants of the client, with their tokens and keys. Safe to repeat. */
  abstract endOtherGrants(tx: Tx, accountId: Id<'acc'>, clientId: string, grantId: string): Promise<void>;

  /**
   * Revokes a grant; its tokens and keys end at once. Returns `false` when the account has no such
   * grant.
   */
  abstract revokeGrant(accountId: Id<'acc'>, grantId: string): Promise<boolean>;
}

export interface ConsoleVisitor {
  /** Public id for lists; it does not authenticate. */
  sessionId: string;
  account: Account & { deleted: boolean };
  creditBalance: number;
}

/**
 * Console sessions. `SignIns` lists and ends them, together with the sessions that allow
 * applications.
 */
export abstract class ConsoleSessions {
  /**
   * For `digest`, see `apiKeyDigest`. `ttlMs` counts by the database's clock. Also deletes some
   * expired sessions.
   */
  abstract open(session: { digest: string; id: string; accountId: Id<'acc'>; ttlMs: number }): Promise<void>;

  /**
   * Returns the active session with its account's current state, also of a disabled or deleted one.
   */
  abstract find(digest: string): Promise<ConsoleVisitor | undefined>;
}

/** Hashes passwords for storage: deliberately slow, and off the main thread. */
export abstract class Passwords {
  abstract hash(password: string): Promise<string>;

  /**
   * Without a hash, returns `false` after the same work, so that the time does not reveal who has a
   * password.
   */
  abstract matches(password: string, hash: string | undefined): Promise<boolean>;
}

export interface NewApiKey extends Restrictions {
  id: Id<'key'>;
  accountId: Id<'acc'>;
  /** Grant of the application that created it: the key ends with the grant. */
  grantId: string | undefined;
  /** `undefined` for all. */
  scopes: readonly Scope[] | undefined;
  label: string;
  prefix: string;
  /** Hexadecimal. */
  digest: string;
  rateLimitPerMinute: number;
  createdAt: Date;
}

export interface KeyHolder {
  /** Set if neither the key nor the account is refused. */
  caller: Caller;
  key: ApiKey;
  account: 'open' | 'disabled' | 'deleted';
}

export abstract class ApiKeys {
  /**
   * Throws `VALIDATION_ERROR` when the account has the maximum of active keys, also under
   * concurrent calls.
   */
  abstract add(tx: Tx, key: NewApiKey): Promise<void>;

  /**
   * Returns the key with this digest, also a revoked one or one of a closed account; `undefined` if
   * it never existed.
   */
  abstract findByDigest(digest: string): Promise<KeyHolder | undefined>;

  /**
   * Returns the active keys and the latest of the recently revoked ones, oldest first, with the
   * current state of their budgets.
   */
  abstract of(accountId: Id<'acc'>): Promise<ListedKey[]>;

  /** Returns a page of all active and recently revoked keys, in the same order. */
  abstract list(
    accountId: Id<'acc'>,
    wanted: { after: Id<'key'> | undefined; limit: number },
  ): Promise<{ items: ListedKey[]; next: Id<'key'> | undefined }>;

  /**
   * Changes the given fields only; `null` lifts a restriction. Takes effect at once, everywhere.
   * Returns `false` when the account has no such key.
   */
  abstract change(
    tx: Tx,
    accountId: Id<'acc'>,
    keyId: Id<'key'>,
    change: { label?: string; jurisdictions?: readonly string[] | null; tiers?: readonly Tier[] | null },
  ): Promise<boolean>;

  /**
   * Takes effect at once, everywhere. Returns `false` when the account has no such key. Safe to
   * repeat.
   */
  abstract revoke(accountId: Id<'acc'>, keyId: Id<'key'>): Promise<boolean>;
}

export interface PendingCode {
  id: string;
  digest: Buffer;
  /** By the database's clock. */
  expired: boolean;
}

/**
 * The purpose of a code: access to the account of an address, or an account's move to it. A code
 * for one is not accepted for the other.
 */
export interface CodePurpose {
  email: string;
  /** `undefined` for an access request. */
  movingAccountId: Id<'acc'> | undefined;
}

export interface NewCode extends CodePurpose {
  network: string;
  digest: Buffer;
  /** Lifetime in milliseconds, by the database's clock. */
  ttlMs: number;
}

export abstract class OneTimeCodes {
  /**
   * Makes this the only code the network has requested for this purpose. Returns the period, with
   * nothing changed, for which the address or the network has reached its limit by the database's
   * clock; `undefined` once the code is issued. The limits hold under concurrent requests.
   */
  abstract issue(tx: Tx, code: NewCode): Promise<'hour' | 'day' | undefined>;

  /**
   * Returns the codes still valid for this purpose, one per requesting network, and counts a try of
   * each before the comparison: concurrent guesses share the tries. Omits a code that was used, or
   * that has no tries left for the guessing network or, unless that network requested it, for all.
   * Other networks share the address's tries of a day, too. Takes as long when there is none.
   */
  abstract useTry(purpose: CodePurpose, network: string): Promise<PendingCode[]>;

  /** Redeems the code; `true` for exactly one caller. */
  abstract redeem(tx: Tx, id: string): Promise<boolean>;
}

export interface Mail {
  to: string;
  subject: string;
  /** Plain text in short lines. */
  text: string;
  /** Set it when a mail is sent again: mail programs show equal ids once. */
  messageId?: string;
}

/** The mails about a new address, which name the routes of the API. */
export abstract class AddressMails {
  /** To the new address. */
  abstract toConfirm(to: string, facts: { code: string; validity: string }): Mail;

  /** To the proved address, when an application moves the account to `email`. */
  abstract toAgree(to: string, facts: { code: string; email: string; validity: string }): Mail;

  /** To the proved address, after the move. */
  abstract readonly moved: Omit<Mail, 'to'>;
}

export abstract class Mailer {
  /**
   * Passes the message to the next mail server. Throws when the server does not accept it within
   * ten seconds. May deliver twice when repeated.
   */
  abstract send(mail: Mail): Promise<void>;

  /** Throws `FORBIDDEN` if no mail server is configured. */
  abstract requireServer(): void;
}
