import { hash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { newId, type Id } from '../ids.js';
import type { NewApiKey } from './ports.js';

/**
 * `stnd_`, 32 random base62 characters (190 bits) and 6 of a CRC-32 over them. The checksum lets a mistyped key be refused without
 * a query and lets secret scanners recognise a leaked one; it protects nothing else.
 */
export const API_KEY_START = 'stnd_';
const RANDOM_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SHAPE = new RegExp(`^${API_KEY_START}[0-9A-Za-z]{${RANDOM_LENGTH + CHECKSUM_LENGTH}}$`);

/** A key as its owner gets to see it, once. */
export interface IssuedKey {
  apiKey: string;
  keyId: Id<'key'>;
  label: string;
}

/** A fresh key: what its owner is shown, and what is kept of it. */
export function makeApiKey(made: {
  accountId: Id<'acc'>;
  label: string | undefined;
  /** The grant of the application that makes it; `undefined` for the owner. */
  grantId?: string | undefined;
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
      label,
      prefix: apiKeyPrefix(apiKey),
      digest: apiKeyDigest(apiKey),
      rateLimitPerMinute,
      createdAt: now,
    },
  };
}

/** Active ones of an account: the limit of requests per key would mean nothing if anybody could have as many as they like. */
export const MOST_ACTIVE_KEYS = 50;

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

/** What is stored of a key, in hexadecimal. A plain digest is enough: 190 random bits cannot be guessed, salted or not. */
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
