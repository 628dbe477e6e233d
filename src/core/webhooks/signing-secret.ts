import { randomBytes } from 'node:crypto';

/** Standard Webhooks asks for 24 to 64 bytes, shown as `whsec_` and base64. */
const LENGTH_BYTES = 32;

/**
 * How long the secret before still signs beside the new one, so that receivers can change over in
 * their own time.
 */
export const PREVIOUS_SECRET_MS = 24 * 3_600_000;

export function generateSigningSecret(): string {
  return `whsec_${randomBytes(LENGTH_BYTES).toString('base64')}`;
}
