import { createHmac } from 'node:crypto';
import type { Id } from '../ids.js';
import type { SigningSecrets } from './ports.js';

const SECRET_PREFIX = 'whsec_';

export interface Signed {
  eventId: Id<'evt'>;
  body: Buffer;
  at: Date;
}

/**
 * The headers that prove where a delivery comes from, in two schemes at once. The contract's own signs the body, keyed with the secret as it is
 * shown. Standard Webhooks (https://www.standardwebhooks.com) signs id, time and body, keyed with the decoded secret, so that its receivers can
 * refuse replays. While a secret is being changed over, both sign.
 */
export function signatureHeaders(signed: Signed, secrets: SigningSecrets): Record<string, string> {
  const { eventId, body, at } = signed;
  const previous = secrets.previous && secrets.previous.expiresAt > at ? secrets.previous.secret : undefined;
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const valid = previous === undefined ? [secrets.current] : [secrets.current, previous];
  return {
    'X-Service-Signature': contractSignature(body, secrets.current),
    ...(previous === undefined ? {} : { 'X-Service-Signature-Previous': contractSignature(body, previous) }),
    'webhook-id': eventId,
    'webhook-timestamp': timestamp,
    'webhook-signature': valid.map((secret) => standardSignature(eventId, timestamp, body, secret)).join(' '),
  };
}

export function contractSignature(body: Buffer, secret: string): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
}

function standardSignature(id: string, timestamp: string, body: Buffer, secret: string): string {
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
  const digest = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64');
  return `v1,${digest}`;
}
