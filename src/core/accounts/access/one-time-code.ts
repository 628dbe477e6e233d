import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';

/**
 * A code expires after this many wrong tries from all networks together. The network that requested
 * it keeps its own tries, which no other can use up.
 */
export const CODE_TRIES_OF_ALL = 50;

/** Tries a day of the codes of one address, by networks that did not request the code. */
export const ADDRESS_TRIES_PER_DAY = 200;

export function generateCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0');
}

/**
 * Six digits are quickly recovered from a bare digest, so it is keyed with a secret that the
 * database does not hold.
 */
export function codeDigest(secret: string, email: string, code: string): Buffer {
  return createHmac('sha256', secret).update(`${email}\n${code}`).digest();
}

export function sameDigest(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}
