import { hash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { AppError } from '../../errors.js';
import { newId, type Id } from '../../ids.js';
import type { Caller } from '../account.js';
import { networkOf } from '../../rate-limits/network.js';
import { AddressLimits, RateLimits, tooMany } from '../../rate-limits/ports.js';
import type { Restrictions } from '../caller-limits.js';
import { ApiKeys, type NewApiKey } from '../ports.js';
import type { GrantedScopes } from '../scope.js';
import { Injectable } from '../../injectable.js';

/**
 * Format: `stnd_`, 32 random base62 characters (190 bits) and a 6-character CRC-32 over them. The
 * checksum lets us refuse a mistyped key without a query and lets secret scanners recognise a
 * leaked one; it protects nothing else.
 */
export const API_KEY_START = 'stnd_';
const RANDOM_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SHAPE = new RegExp(`^${API_KEY_START}[0-9A-Za-z]{${RANDOM_LENGTH + CHECKSUM_LENGTH}}$`);

/** A key as shown to its owner, once. */
export interface IssuedKey {
  apiKey: string;
  keyId: Id<'key'>;
  label: string;
}

/** Generates a key: the part shown to its owner, and the part that is stored. */
export function makeApiKey(made: {
  accountId: Id<'acc'>;
  label: string | undefined;
  /** Grant of the application that creates it; `undefined` for the owner. */
  grantId?: string | undefined;
  /** Those of the application that creates it. */
  scopes?: GrantedScopes;
  /** Defaults to everything. */
  restrictions?: Restrictions;
  rateLimitPerMinute: number;
  now: Date;
}): { issued: IssuedKey; kept: NewApiKey } {
  const { accountId, rateLimitPerMinute, now } = made;
  const apiKey = generateApiKey();
  const id = newId('key');
  const label = made.label ?? defaultKeyLabel(now);
  return {
    issued: { apiKey, keyId: id, label },
    kept: {
      id,
      accountId,
      grantId: made.grantId,
      scopes: made.scopes === undefined || made.scopes === 'all' ? undefined : [...made.scopes],
      label,
      jurisdictions: made.restrictions?.jurisdictions,
      tiers: made.restrictions?.tiers,
      prefix: apiKeyPrefix(apiKey),
      digest: apiKeyDigest(apiKey),
      rateLimitPerMinute,
      createdAt: now,
    },
  };
}

/** Per account: without it, the rate limit per key would be meaningless. */
export const MAX_ACTIVE_KEYS = 50;

export function generateApiKey(): string {
  let random = '';
  for (let i = 0; i < RANDOM_LENGTH; i++) random += BASE62.charAt(randomInt(BASE62.length));
  return API_KEY_START + random + checksum(random);
}

export function isWellFormedApiKey(key: string): boolean {
  if (!SHAPE.test(key)) return false;
  const random = key.slice(API_KEY_START.length, API_KEY_START.length + RANDOM_LENGTH);
  return key.endsWith(checksum(random));
}

export function apiKeyPrefix(key: string): string {
  return key.slice(0, 8);
}

/**
 * Returns the stored digest of a key, in hexadecimal. A plain digest is enough: 190 random bits
 * cannot be guessed, salted or not.
 */
export function apiKeyDigest(key: string): string {
  return hash('sha256', key, 'hex');
}

function defaultKeyLabel(now: Date): string {
  return `key-${Math.floor(now.getTime() / 1000)}`;
}

function checksum(random: string): string {
  let value = crc32(random);
  let text = '';
  for (let i = 0; i < CHECKSUM_LENGTH; i++) {
    text = BASE62.charAt(value % 62) + text;
    value = Math.floor(value / 62);
  }
  return text;
}

/** Digests of genuine credentials to remember: their lookups are not limited. */
const MAX_REMEMBERED = 10_000;

/**
 * Looks up keys and tokens. Unknown ones count against the network they come from, which is limited
 * in how many it may try.
 */
@Injectable()
export class CredentialLookups {
  private readonly genuine = new Set<string>();
  /** Pending lookups by network, whose credentials may still turn out to be unknown. */
  private readonly underWay = new Map<string, number>();

  constructor(
    private readonly rateLimits: RateLimits,
    /** `open` also limits unknown credentials. */
    private readonly limits: AddressLimits,
  ) {}

  /** Returns the result of `look`, or throws `RATE_LIMIT_EXCEEDED` without calling it. */
  async find<T>(
    credential: string,
    ip: string,
    look: (digest: string) => Promise<T | undefined>,
  ): Promise<T | undefined> {
    const digest = apiKeyDigest(credential);
    const found = this.genuine.has(digest) ? await look(digest) : await this.findOf(networkOf(ip), () => look(digest));
    if (found) this.remember(digest);
    else this.genuine.delete(digest);
    return found;
  }

  private async findOf<T>(network: string, look: () => Promise<T | undefined>): Promise<T | undefined> {
    const bucket = `unknown ${network}`;
    const others = this.underWay.get(network) ?? 0;
    this.underWay.set(network, others + 1);
    try {
      const window = await this.rateLimits.look(bucket, this.limits.open);
      if (window.remaining <= others) throw tooMany(window, 'With unknown credentials a network address');
      const found = await look();
      if (!found) await this.rateLimits.count(bucket, this.limits.open);
      return found;
    } finally {
      const left = (this.underWay.get(network) ?? 1) - 1;
      if (left > 0) this.underWay.set(network, left);
      else this.underWay.delete(network);
    }
  }

  private remember(digest: string): void {
    if (this.genuine.has(digest)) return;
    const [oldest] = this.genuine;
    if (this.genuine.size >= MAX_REMEMBERED && oldest !== undefined) this.genuine.delete(oldest);
    this.genuine.add(digest);
  }
}

/**
 * Finds the holder of a key. Refuses a malformed key without a query, and a revoked one with its
 * own error. Still returns the holder of a genuine key of a closed account, so that the refusal can
 * carry their limits and balance.
 */
@Injectable()
export class Authenticate {
  constructor(
    private readonly keys: ApiKeys,
    private readonly lookups: CredentialLookups,
  ) {}

  async run(presented: string, ip: string): Promise<Caller> {
    if (!isWellFormedApiKey(presented)) {
      throw new AppError('INVALID_API_KEY', { message: 'The API key is malformed.' });
    }
    const holder = await this.lookups.find(presented, ip, (digest) => this.keys.findByDigest(digest));
    if (!holder) throw new AppError('INVALID_API_KEY');
    const { caller, key, account } = holder;
    if (account === 'deleted') return { ...caller, refusal: new AppError('ACCOUNT_DELETED') };
    if (!key.active) throw new AppError('API_KEY_REVOKED');
    if (account === 'disabled') return { ...caller, refusal: new AppError('ACCOUNT_DISABLED') };
    return caller;
  }
}
