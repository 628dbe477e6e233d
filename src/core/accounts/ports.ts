import type { Id } from '../ids.js';
import type { Tx, WriteSet } from '../ports.js';
import type { BudgetStanding } from '../billing/budget.js';
import type { ConfirmationThreshold } from '../confirmations/threshold.js';
import type { Account, ApiKey, Caller, ListedKey, MovableAccount } from './account.js';
import type { Restrictions } from './caller-limits.js';
import type { Tier } from '../registries/jurisdiction.js';
import type { Scope } from './scope.js';

export abstract class Accounts {
  /**
   * The account of an owner who just proved this address, opened if there is none. An account that
   * only named the address loses it and goes back to the last one it proved. Safe to repeat and to
   * race: an address has one account, and one call opened it.
   */
  abstract openFor(tx: Tx, email: string): Promise<Account & { isNew: boolean }>;

  /** Records that the owner proved the address that the account has now. Safe to repeat. */
  abstract markEmailVerified(tx: Tx, id: Id<'acc'>): Promise<void>;

  /**
   * The same, if it still has this address; `false`, with nothing recorded, if it has another one
   * by now. Safe to repeat.
   */
  abstract confirmEmail(tx: Tx, id: Id<'acc'>, email: string): Promise<boolean>;

  /**
   * True once per address, its `+tag` left out, for all time, no matter who holds it and how many
   * calls race.
   */
  abstract claimFreeCredits(tx: Tx, email: string): Promise<boolean>;

  /** The account of a genuine caller. */
  abstract profile(id: Id<'acc'>): Promise<MovableAccount>;

  /** The state of the account, closed ones included; `undefined` when there never was one. */
  abstract status(
    id: Id<'acc'>,
  ): Promise<{ emailVerified: boolean; state: 'open' | 'disabled' | 'deleted' } | undefined>;

  /** The account that has this address, without opening one; `undefined` when there is none. */
  abstract idOf(email: string): Promise<Id<'acc'> | undefined>;

  abstract rename(tx: Tx, id: Id<'acc'>, name: string | null): Promise<void>;

  /**
   * Takes the address at once, unverified, and records whether an application asked for it. Throws
   * `EMAIL_ALREADY_EXISTS` when it is another account's. Does nothing to a closed account, or when
   * it is the address already and proved.
   */
  abstract changeEmail(tx: Tx, id: Id<'acc'>, email: string, byApplication: boolean): Promise<void>;

  /** `undefined` until a password is set. */
  abstract passwordHash(id: Id<'acc'>): Promise<string | undefined>;

  /**
   * `false`, with nothing changed, when the hash is no longer `before`: another change came first.
   */
  abstract setPasswordHash(tx: Tx, id: Id<'acc'>, hash: string, before: string | undefined): Promise<boolean>;

  /**
   * Erases address, name and password and closes the account permanently; its ledger stays. The
   * address is free again. Safe to repeat. `endCheck` says how a check of one of its watches ends
   * that is under way.
   */
  abstract close(id: Id<'acc'>, endCheck: (jobId: Id<'job'>) => WriteSet): Promise<void>;

  /**
   * Everything that is stored about an account beside itself and its keys, for its owner to take
   * away: sections by name, with their records, the oldest first, read in batches while they are
   * consumed.
   */
  abstract export(id: Id<'acc'>): ReadonlyMap<string, AsyncIterable<Record<string, unknown>>>;
}

/** A browser in which an account's owner has signed in. */
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

/** Where the owner of an account is signed in, and which clients were granted access there. */
export abstract class SignIns {
  /** The newest of the sessions that have not ended, the newest first. */
  abstract sessions(accountId: Id<'acc'>): Promise<SignInSession[]>;

  /** Signs one browser out at once; `false` when the account has no such session. */
  abstract endSession(accountId: Id<'acc'>, id: string): Promise<boolean>;

  /** Signs out everywhere. Safe to repeat. */
  abstract endSessions(tx: Tx, accountId: Id<'acc'>): Promise<void>;

  /** The grants that have not ended, the newest first. */
  abstract grants(accountId: Id<'acc'>): Promise<Grant[]>;

  /** Ends every grant of the client but this one, with its tokens and keys. Safe to repeat. */
  abstract endOtherGrants(tx: Tx, accountId: Id<'acc'>, clientId: string, grantId: string): Promise<void>;

  /**
   * Revokes a grant; its tokens and keys end at once. `false` when the account has no such grant.
   */
  abstract revokeGrant(accountId: Id<'acc'>, grantId: string): Promise<boolean>;
}

/** Who looks at a page of the console. */
export interface ConsoleVisitor {
  /** What the session is called in lists; it opens nothing. */
  sessionId: string;
  account: Account & { deleted: boolean };
  /** Credits to spend. */
  creditBalance: number;
}

/**
 * The browsers that are signed in at the console. `SignIns` lists and ends them, together with
 * those that allow applications.
 */
export abstract class ConsoleSessions {
  /**
   * `digest`: see `apiKeyDigest`. Counts `ttlMs` by the database's clock, and forgets some sessions
   * that have expired.
   */
  abstract open(session: { digest: string; id: string; accountId: Id<'acc'>; ttlMs: number }): Promise<void>;

  /**
   * The session that has neither ended nor expired, and its account as it stands, disabled and
   * deleted ones included.
   */
  abstract find(digest: string): Promise<ConsoleVisitor | undefined>;
}

/** Hashes passwords for storage. Deliberately slow, and off the main thread. */
export abstract class Passwords {
  abstract hash(password: string): Promise<string>;

  /**
   * Without a hash it is false, after the same work: the time it takes does not reveal who has a
   * password.
   */
  abstract matches(password: string, hash: string | undefined): Promise<boolean>;
}

export interface NewApiKey extends Restrictions {
  id: Id<'key'>;
  accountId: Id<'acc'>;
  /** The grant of the application that made it: the key ends with the grant. */
  grantId: string | undefined;
  label: string;
  prefix: string;
  /** In hexadecimal. */
  digest: string;
  rateLimitPerMinute: number;
  createdAt: Date;
}

/** A key as found by its digest, with the state of its account. */
export interface KeyHolder {
  /** The caller, if neither the key nor the account is refused. */
  caller: Caller;
  key: ApiKey;
  account: 'open' | 'disabled' | 'deleted';
}

export abstract class ApiKeys {
  /**
   * Throws `VALIDATION_ERROR` when the account has as many active keys as it may have, also under
   * parallel calls.
   */
  abstract add(tx: Tx, key: NewApiKey): Promise<void>;

  /**
   * The key with this digest, revoked ones and those of closed accounts included; `undefined` when
   * there never was one.
   */
  abstract findByDigest(digest: string): Promise<KeyHolder | undefined>;

  /**
   * The active keys and the latest of those that were revoked lately, the oldest first, with their
   * budgets as they stand.
   */
  abstract of(accountId: Id<'acc'>): Promise<ListedKey[]>;

  /** The next of all keys that are active or were revoked lately, in the same order. */
  abstract list(
    accountId: Id<'acc'>,
    wanted: { after: Id<'key'> | undefined; limit: number },
  ): Promise<{ items: ListedKey[]; next: Id<'key'> | undefined }>;

  /**
   * Changes what is named and nothing else; `null` lifts a restriction. Takes effect at once,
   * everywhere. `false` when the account has no such key.
   */
  abstract change(
    tx: Tx,
    accountId: Id<'acc'>,
    keyId: Id<'key'>,
    change: { label?: string; jurisdictions?: readonly string[] | null; tiers?: readonly Tier[] | null },
  ): Promise<boolean>;

  /** Takes effect at once, everywhere. `false` when the account has no such key. Safe to repeat. */
  abstract revoke(accountId: Id<'acc'>, keyId: Id<'key'>): Promise<boolean>;
}

export interface PendingCode {
  id: string;
  digest: Buffer;
  /** By the database's clock. */
  expired: boolean;
}

/**
 * What a code is for: access to the account of an address, or an account's move to it. Neither is
 * accepted as the other.
 */
export interface CodePurpose {
  email: string;
  /** The account that moves; `undefined` for a request for access. */
  movingAccountId: Id<'acc'> | undefined;
}

export interface NewCode extends CodePurpose {
  /** From where it was asked for. */
  network: string;
  digest: Buffer;
  /** For how long it may be given, by the database's clock. */
  ttlMs: number;
}

export abstract class OneTimeCodes {
  /**
   * Makes this the only code that the network requested for this purpose. `false`, with nothing
   * changed, when the address or the network has used its share of the last hour by the database's
   * clock. The limits hold under parallel requests.
   */
  abstract issue(tx: Tx, code: NewCode): Promise<boolean>;

  /**
   * The codes that may still be given for this purpose, one for each network that asked, and counts
   * a try of each before anything is compared: parallel guesses share the tries. A code is left out
   * once it was used, or its tries from the guessing network or from all are gone. Takes as long
   * when there is none.
   */
  abstract useTry(purpose: CodePurpose, network: string): Promise<PendingCode[]>;

  /** Redeems the code: true for exactly one caller. */
  abstract redeem(tx: Tx, id: string): Promise<boolean>;
}

export interface Mail {
  to: string;
  subject: string;
  /** Plain text in short lines. */
  text: string;
  /** The same for a mail that is sent again: mail programs show it once. */
  messageId?: string;
}

export abstract class Mailer {
  /**
   * Passes the message to the next mail server; throws when the server did not accept it within ten
   * seconds. May deliver twice when repeated.
   */
  abstract send(mail: Mail): Promise<void>;
}
