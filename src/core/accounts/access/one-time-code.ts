import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';

/** A code expires after this many wrong tries, from all networks together. */
export const CODE_TRIES_OF_ALL = 50;

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
