import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/**
 * Ids are TypeIDs: a type prefix and a time-ordered UUIDv7 in Crockford's base32. The prefix shows
 * what an id is of, the time order keeps indexes compact, and Postgres stores the bare uuid.
 */
export type IdPrefix = 'acc' | 'key' | 'job' | 'ent' | 'snp' | 'txn' | 'srch' | 'dlv' | 'evt' | 'wch' | 'bat' | 'evd';
export type Id<P extends IdPrefix> = `${P}_${string}`;

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const NO_DIGIT = -1;
/** What a character is worth in base32, and in hexadecimal, by its code. */
const VALUES = valuesOf(ALPHABET);
const DIGITS = valuesOf('0123456789abcdef');
const HEX_OF_BYTE = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));
const SUFFIX = /^[0-7][0-9a-hjkmnp-tv-z]{25}$/;

export function newId<P extends IdPrefix>(prefix: P): Id<P> {
  return fromUuid(prefix, newUuid());
}

/**
 * The id in `text`, or `undefined` when it is not an id of this kind: a malformed id is one that
 * nothing has.
 */
export function parseId<P extends IdPrefix>(prefix: P, text: string): Id<P> | undefined {
  const start = `${prefix}_`;
  return text.startsWith(start) && SUFFIX.test(text.slice(start.length)) ? (text as Id<P>) : undefined;
}

/**
 * Accounts, keys and entities are named again and again, and to read an id anew is to make a text
 * of 36 characters piece by piece.
 */
const knownUuids = new LRUCache<string, string>({ max: 10_000 });

export function toUuid(id: Id<IdPrefix>): string {
  const known = knownUuids.get(id);
  if (known !== undefined) return known;
  const uuid = readUuid(id);
  knownUuids.set(id, uuid);
  return uuid;
}

function readUuid(id: Id<IdPrefix>): string {
  let hex = '';
  let waiting = 0;
  // The first of 26 characters carries three bits only: 128 in all.
  let bits = -2;
  for (let i = id.indexOf('_') + 1; i < id.length; i++) {
    waiting = ((waiting << 5) | (VALUES[id.charCodeAt(i)] ?? NO_DIGIT)) & 0xfff;
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      hex += HEX_OF_BYTE[(waiting >> bits) & 0xff];
    }
  }
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

export function fromUuid<P extends IdPrefix>(prefix: P, uuid: string): Id<P> {
  let text = '';
  let waiting = 0;
  let bits = 2;
  for (let i = 0; i < uuid.length; i++) {
    const digit = DIGITS[uuid.charCodeAt(i)];
    if (digit === undefined || digit === NO_DIGIT) continue;
    waiting = ((waiting << 4) | digit) & 0xfff;
    bits += 4;
    if (bits >= 5) {
      bits -= 5;
      text += ALPHABET.charAt((waiting >> bits) & 31);
    }
  }
  return `${prefix}_${text}`;
}

/**
 * Below every id that is made from then on: what is older than a date is found in the order of the
 * ids.
 */
export function firstUuidOf(date: Date): string {
  const hex = date.getTime().toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}

/**
 * How the uuids of this millisecond begin: to write a number that large in hexadecimal takes longer
 * than all else.
 */
let beginning = { ms: -1, text: '' };

/**
 * A UUIDv7 (RFC 9562): 48 bits of milliseconds, then version, variant and 74 random bits, which a
 * random UUID has in the same places: the id of a row, for whom it is not worth an `Id` yet.
 */
export function newUuid(): string {
  const ms = Date.now();
  if (ms !== beginning.ms) {
    const time = ms.toString(16).padStart(12, '0');
    beginning = { ms, text: `${time.slice(0, 8)}-${time.slice(8)}-7` };
  }
  return beginning.text + randomUUID().slice(15);
}

function valuesOf(alphabet: string): Int8Array {
  return Int8Array.from({ length: 128 }, (_, code) => alphabet.indexOf(String.fromCharCode(code)));
}
