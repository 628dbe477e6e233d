import { randomFillSync } from 'node:crypto';

/**
 * Ids are TypeIDs: a type prefix and a time-ordered UUIDv7 in Crockford's base32. The prefix tells a person what they hold,
 * the time order keeps indexes compact, and Postgres stores the bare uuid.
 */
export type IdPrefix = 'acc' | 'key' | 'job' | 'ent' | 'snp' | 'txn' | 'srch' | 'dlv' | 'evt';
export type Id<P extends IdPrefix> = `${P}_${string}`;

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const SUFFIX = /^[0-7][0-9a-hjkmnp-tv-z]{25}$/;

export function newId<P extends IdPrefix>(prefix: P): Id<P> {
  return `${prefix}_${toBase32(uuidV7Bytes())}`;
}

/** The id in `text`, or `undefined` when it is not an id of this kind: a malformed id is simply one that nothing has. */
export function parseId<P extends IdPrefix>(prefix: P, text: string): Id<P> | undefined {
  const start = `${prefix}_`;
  return text.startsWith(start) && SUFFIX.test(text.slice(start.length)) ? (text as Id<P>) : undefined;
}

export function toUuid(id: Id<IdPrefix>): string {
  const suffix = id.slice(id.indexOf('_') + 1);
  let value = 0n;
  for (const char of suffix) value = (value << 5n) | BigInt(ALPHABET.indexOf(char));
  const hex = value.toString(16).padStart(32, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

export function fromUuid<P extends IdPrefix>(prefix: P, uuid: string): Id<P> {
  return `${prefix}_${toBase32(Buffer.from(uuid.replaceAll('-', ''), 'hex'))}`;
}

/** RFC 9562: 48 bits of milliseconds, then version, variant and 74 random bits. */
function uuidV7Bytes(): Buffer {
  const bytes = randomFillSync(Buffer.alloc(16));
  bytes.writeUIntBE(Date.now(), 0, 6);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes;
}

function toBase32(bytes: Buffer): string {
  let value = BigInt(`0x${bytes.toString('hex')}`);
  let text = '';
  for (let i = 0; i < 26; i++) {
    text = ALPHABET.charAt(Number(value & 31n)) + text;
    value >>= 5n;
  }
  return text;
}
