import { createHash, timingSafeEqual } from 'node:crypto';

/**
 * What is kept of a client's secret. We chose it, long and at random, so a plain digest gives
 * nothing away.
 */
export function clientSecretDigest(secret: string): string {
  return `sha256:${createHash('sha256').update(secret).digest('hex')}`;
}

export function isClientSecret(given: string, digest: string): boolean {
  const shown = Buffer.from(clientSecretDigest(given));
  return shown.length === digest.length && timingSafeEqual(shown, Buffer.from(digest));
}
