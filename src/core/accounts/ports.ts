import type { Id } from '../ids.js';
import type { Account, ApiKey, Caller } from './account.js';

export abstract class Accounts {
  /** The account of this address, opened if there is none. Safe to repeat and to race: an address has one account. */
  abstract openFor(email: string): Promise<Account>;

  /** Notes that the holder proved the address. Safe to repeat. */
  abstract markEmailVerified(id: Id<'acc'>): Promise<void>;

  /** True once per address for all time, whoever holds it and however many ask at once. */
  abstract claimFreeCredits(email: string): Promise<boolean>;
}

export interface NewApiKey {
  id: Id<'key'>;
  accountId: Id<'acc'>;
  label: string;
  prefix: string;
  digest: Buffer;
  rateLimitPerMinute: number;
  createdAt: Date;
}

/** A key as found by its digest, with the state of its account. */
export interface KeyHolder {
  caller: Omit<Caller, 'refusal'>;
  key: ApiKey;
  account: 'open' | 'disabled' | 'deleted';
}

export abstract class ApiKeys {
  abstract add(key: NewApiKey): Promise<void>;

  /** The key with this digest, revoked ones and those of closed accounts included; `undefined` when there never was one. */
  abstract findByDigest(digest: Buffer): Promise<KeyHolder | undefined>;
}

export interface PendingCode {
  id: string;
  digest: Buffer;
  expiresAt: Date;
}

export abstract class OneTimeCodes {
  /**
   * Makes this the one code of the address. `false`, with nothing changed, when the address or the network address has had its share of
   * the last hour. The limits hold under parallel requests.
   */
  abstract issue(code: { email: string; ip: string; digest: Buffer; expiresAt: Date; now: Date }): Promise<boolean>;

  /**
   * The code of the address, with one of its tries used up before anything is compared, so that parallel guesses share the tries.
   * `undefined` when there is none, its tries are gone, or it was used.
   */
  abstract useTry(email: string): Promise<PendingCode | undefined>;

  /** Uses the code up: true for exactly one caller. */
  abstract redeem(id: string): Promise<boolean>;
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
