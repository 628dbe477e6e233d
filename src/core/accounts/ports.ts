import type { Id } from '../ids.js';
import type { Tx } from '../ports.js';
import type { Account, AccountProfile, ApiKey, Caller } from './account.js';

export abstract class Accounts {
  /**
   * The account of somebody who just proved this address, opened if there is none. An account that only named the address loses it and goes back to
   * the last one it proved. Safe to repeat and to race: an address has one account, and one call opened it.
   */
  abstract openFor(tx: Tx, email: string): Promise<Account & { isNew: boolean }>;

  /** Notes that the holder proved the address the account has now. Safe to repeat. */
  abstract markEmailVerified(tx: Tx, id: Id<'acc'>): Promise<void>;

  /** The same, if it still has this address; `false`, with nothing noted, if it has another one by now. Safe to repeat. */
  abstract confirmEmail(tx: Tx, id: Id<'acc'>, email: string): Promise<boolean>;

  /** True once per address for all time, no matter who holds it and how many ask at once. */
  abstract claimFreeCredits(tx: Tx, email: string): Promise<boolean>;

  /** The account of a genuine caller. */
  abstract profile(id: Id<'acc'>): Promise<AccountProfile>;

  /** How the account stands, closed ones included; `undefined` when there never was one. */
  abstract status(
    id: Id<'acc'>,
  ): Promise<{ emailVerified: boolean; state: 'open' | 'disabled' | 'deleted' } | undefined>;

  /** The account that holds this address, opened by nobody; `undefined` when there is none. */
  abstract idOf(email: string): Promise<Id<'acc'> | undefined>;

  abstract rename(tx: Tx, id: Id<'acc'>, name: string): Promise<void>;

  /**
   * Takes the address at once, unverified. Throws `EMAIL_ALREADY_EXISTS` when it is another account's. Does nothing to a closed account, or when
   * it is the address already.
   */
  abstract changeEmail(tx: Tx, id: Id<'acc'>, email: string): Promise<void>;

  /** `undefined` until a password is set. */
  abstract passwordHash(id: Id<'acc'>): Promise<string | undefined>;

  /** `false`, with nothing changed, when the hash is no longer `before`: somebody else was quicker. */
  abstract setPasswordHash(tx: Tx, id: Id<'acc'>, hash: string, before: string | undefined): Promise<boolean>;

  /**
   * Erases address, name and password and closes the account for good; its ledger stays. The address is free again. Safe to repeat.
   */
  abstract close(id: Id<'acc'>): Promise<void>;
}

/** A browser in which an account's owner has signed in. */
export interface SignInSession {
  id: string;
  signedInAt: Date;
  expiresAt: Date;
}

/** Where the owner of an account is signed in. */
export abstract class SignInSessions {
  /** Those that still hold, the newest first. */
  abstract of(accountId: Id<'acc'>): Promise<SignInSession[]>;

  /** Signs one out at once; `false` when the account has no such session. */
  abstract end(accountId: Id<'acc'>, id: string): Promise<boolean>;

  /** Signs out everywhere. Safe to repeat. */
  abstract endAll(tx: Tx, accountId: Id<'acc'>): Promise<void>;
}

/** Turns passwords into what may be stored of them. Slow on purpose, and off the main thread. */
export abstract class Passwords {
  abstract hash(password: string): Promise<string>;

  /** Without a hash it is false, after the same work: how long it takes does not tell who has a password. */
  abstract matches(password: string, hash: string | undefined): Promise<boolean>;
}

export interface NewApiKey {
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
  /** As long as neither key nor account stand in the way. */
  caller: Caller;
  key: ApiKey;
  account: 'open' | 'disabled' | 'deleted';
}

export abstract class ApiKeys {
  /** Throws `VALIDATION_ERROR` when the account has as many active keys as it may have, also for those who ask at the same time. */
  abstract add(tx: Tx, key: NewApiKey): Promise<void>;

  /** The key with this digest, revoked ones and those of closed accounts included; `undefined` when there never was one. */
  abstract findByDigest(digest: string): Promise<KeyHolder | undefined>;

  /** Every key the account ever had, the oldest first. */
  abstract of(accountId: Id<'acc'>): Promise<ApiKey[]>;

  /** Holds at once, everywhere. `false` when the account has no such key. Safe to repeat. */
  abstract revoke(accountId: Id<'acc'>, keyId: Id<'key'>): Promise<boolean>;
}

export interface PendingCode {
  id: string;
  digest: Buffer;
  expiresAt: Date;
}

/** What a code is for: access to the account of an address, or an account's move to it. One is never taken for the other. */
export interface CodePurpose {
  email: string;
  /** The account that moves; `undefined` when somebody asks for access. */
  movingAccountId: Id<'acc'> | undefined;
}

export interface NewCode extends CodePurpose {
  /** From where it was asked for. */
  network: string;
  digest: Buffer;
  expiresAt: Date;
  now: Date;
}

export abstract class OneTimeCodes {
  /**
   * Makes this the one code that the network asked for, for this purpose. `false`, with nothing changed, when the address or the network has had its
   * share of the last hour. The limits hold under parallel requests.
   */
  abstract issue(tx: Tx, code: NewCode): Promise<boolean>;

  /**
   * The codes that may still be given for this purpose, one for each network that asked, with a try of each used up before anything is compared:
   * parallel guesses share the tries. A code is left out once it was used, or its tries from the guessing network or from all are gone. Takes as long
   * when there is none.
   */
  abstract useTry(purpose: CodePurpose, network: string): Promise<PendingCode[]>;

  /** Uses the code up: true for exactly one caller. */
  abstract redeem(tx: Tx, id: string): Promise<boolean>;

  /** Forgets a batch of the codes that expired more than a day ago, addresses and all, and returns how many. Safe to repeat. */
  abstract purgeExpired(): Promise<number>;
}

export interface Mail {
  to: string;
  subject: string;
  /** Plain text; lines short enough for any reader. */
  text: string;
}

export abstract class Mailer {
  /** Hands the message to the next mail server; throws when that did not take it within ten seconds. May deliver twice when repeated. */
  abstract send(mail: Mail): Promise<void>;
}

/** Everything that is held about an account beside itself and its keys, for its owner to take away. */
export abstract class AccountExport {
  abstract readonly sections: readonly string[];

  /** The records of one section, the oldest first, as they are shown; read in batches while they are consumed. */
  abstract read(section: string, accountId: Id<'acc'>): AsyncIterable<Record<string, unknown>>;
}
