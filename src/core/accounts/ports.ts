import type { Id } from '../ids.js';
import type { Tx } from '../ports.js';
import type { Account, AccountProfile, ApiKey, Caller } from './account.js';

export abstract class Accounts {
  /**
   * The account of whoever just proved this address, opened if there is none. An account that only named the address loses it and goes back to
   * the last one it proved, unless it is `movingTo`: the account for whose move the address was proved. Safe to
   * repeat and to race: an address has one account, and one call opened it.
   */
  abstract openFor(tx: Tx, email: string, movingTo: Id<'acc'> | undefined): Promise<Account & { isNew: boolean }>;

  /** Notes that the holder proved the address the account has now. Safe to repeat. */
  abstract markEmailVerified(tx: Tx, id: Id<'acc'>): Promise<void>;

  /** True once per address for all time, whoever holds it and however many ask at once. */
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
  abstract setPasswordHash(id: Id<'acc'>, hash: string, before: string | undefined): Promise<boolean>;

  /**
   * Erases address, name and password and closes the account for good; its ledger stays. The address is free again. Safe to repeat.
   */
  abstract close(id: Id<'acc'>): Promise<void>;
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
  /** The account that asked to move to the address; `undefined` when somebody asked for access. */
  accountId: Id<'acc'> | undefined;
  digest: Buffer;
  expiresAt: Date;
}

export interface NewCode {
  email: string;
  ip: string;
  accountId: Id<'acc'> | undefined;
  digest: Buffer;
  expiresAt: Date;
  now: Date;
}

export abstract class OneTimeCodes {
  /**
   * Makes this the one code of the address. `false`, with nothing changed, when the address or the network address has had its share of
   * the last hour. The limits hold under parallel requests.
   */
  abstract issue(tx: Tx, code: NewCode): Promise<boolean>;

  /**
   * The code of the address, with one of its tries used up before anything is compared, so that parallel guesses share the tries.
   * `undefined` when there is none, its tries are gone, or it was used; that takes as long.
   */
  abstract useTry(email: string): Promise<PendingCode | undefined>;

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
