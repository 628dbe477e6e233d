import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/**
 * Ids are TypeIDs: a type prefix and a time-ordered UUIDv7 in Crockford's base32. The prefix shows
 * the type, the time order keeps indexes compact, and Postgres stores the bare UUID.
 */
export type IdPrefix =
  'acc' | 'key' | 'job' | 'ent' | 'snp' | 'txn' | 'srch' | 'dlv' | 'evt' | 'wch' | 'bat' | 'evd' | 'rec';
export type Id<P extends IdPrefix> = `${P}_${string}`;

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const NO_DIGIT = -1;
/** Values of base32 and hexadecimal digits by character code. */
const VALUES = valuesOf(ALPHABET);
const DIGITS = valuesOf('0123456789abcdef');
const HEX_OF_BYTE = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));
/** Hexadecimal digits of the id of a row that count its line. */
const ROW_DIGITS = 8;
const ROW_MODULUS = 16 ** ROW_DIGITS;
const SUFFIX = /^[0-7][0-9a-hjkmnp-tv-z]{25}$/;

export function newId<P extends IdPrefix>(prefix: P): Id<P> {
  return fromUuid(prefix, newUuid());
}

/**
 * Returns the id in `text`, or `undefined` if it is not an id of this type: callers treat a
 * malformed id like an unknown one.
 */
export function parseId<P extends IdPrefix>(prefix: P, text: string): Id<P> | undefined {
  const start = `${prefix}_`;
  return text.startsWith(start) && SUFFIX.test(text.slice(start.length)) ? (text as Id<P>) : undefined;
}

/**
 * The same accounts, keys and entities recur, and decoding an id builds a text of 36 characters
 * piece by piece.
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
  // The first of the 26 characters carries only three bits: 128 in total.
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

/** The lowest UUID of a moment. Ids are time-ordered, so rows older than a date sort below it. */
export function firstUuidOf(date: Date): string {
  const hex = date.getTime().toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}

/**
 * The common prefix of this millisecond's UUIDs: formatting it as hexadecimal is the slowest step.
 */
let beginning = { ms: -1, text: '' };

/**
 * Creates a UUIDv7 (RFC 9562): 48 bits of milliseconds, then version, variant and 74 random bits,
 * which are in the same positions in a random UUID. For rows without an `Id` type.
 */
export function newUuid(): string {
  const ms = Date.now();
  if (ms !== beginning.ms) {
    const time = ms.toString(16).padStart(12, '0');
    beginning = { ms, text: `${time.slice(0, 8)}-${time.slice(8)}-7` };
  }
  return beginning.text + randomUUID().slice(15);
}

/** A job has one record, with its own id. */
export function recordOfJob(id: Id<'job'>): Id<'rec'> {
  return fromUuid('rec', toUuid(id));
}

/** The record of a row: the id of its batch, the last 32 bits moved on by the line. */
export function recordOfRow({ batchId, line }: { batchId: Id<'bat'>; line: number }): Id<'rec'> {
  const uuid = toUuid(batchId);
  const last = (Number.parseInt(uuid.slice(-ROW_DIGITS), 16) + line) % ROW_MODULUS;
  return fromUuid('rec', uuid.slice(0, -ROW_DIGITS) + last.toString(16).padStart(ROW_DIGITS, '0'));
}

function valuesOf(alphabet: string): Int8Array {
  return Int8Array.from({ length: 128 }, (_, code) => alphabet.indexOf(String.fromCharCode(code)));
}
