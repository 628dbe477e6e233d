import { createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { readWebhook } from '@standing/client';

/**
 * Checks both signatures of a webhook. Its age does not count: the clock of the sending process may
 * have been stepped.
 */
export function isSigned(body: Buffer, headers: IncomingHttpHeaders, secret: string): boolean {
  try {
    readWebhook(body, headers, secret, { toleranceSeconds: Infinity });
  } catch {
    return false;
  }
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature } = headers;
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const expected = createHmac('sha256', key)
    .update(`${String(id)}.${String(timestamp)}.${String(body)}`)
    .digest('base64');
  return String(signature).split(' ').includes(`v1,${expected}`);
}
