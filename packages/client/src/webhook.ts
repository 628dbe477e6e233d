import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Schemas } from './operations.js';

/** Programs should branch on `event`. */
export type WebhookEvent =
  Schemas['VerificationCompleted'] | Schemas['VerificationFailed'] | Schemas['VerificationRefunded'];

type ReceivedHeaders = Headers | Readonly<Record<string, string | string[] | undefined>>;

/** A signature older than this, or further in the future, may be a replay. */
const TOLERANCE_SECONDS = 300;

/**
 * Verifies the signature of a webhook request and returns its event. Throws if the request was not
 * signed with the account's secret, or not within the last `toleranceSeconds` (five minutes by
 * default). Pass the body byte for byte as received, and the headers as `Headers` or as an object
 * with names in any case.
 */
export function readWebhook(
  rawBody: string | Uint8Array,
  headers: ReceivedHeaders,
  secret: string,
  { toleranceSeconds = TOLERANCE_SECONDS } = {},
): WebhookEvent {
  const expected = `sha256=${createHmac('sha256', secret).update(rawBody).digest('hex')}`;
  const genuine = ['x-service-signature', 'x-service-signature-previous'].some((name) =>
    isSame(valueOf(headers, name), expected),
  );
  if (!genuine) throw new Error('this webhook was not signed with the secret of the account');
  requireRecent(rawBody, headers, secret, toleranceSeconds);
  return JSON.parse(Buffer.from(rawBody).toString('utf8')) as WebhookEvent;
}

/**
 * In Standard Webhooks the timestamp is signed together with the id and the body. A rotated secret
 * produces two signatures.
 */
function requireRecent(
  rawBody: string | Uint8Array,
  headers: ReceivedHeaders,
  secret: string,
  toleranceSeconds: number,
) {
  const [id, timestamp] = [valueOf(headers, 'webhook-id') ?? '', valueOf(headers, 'webhook-timestamp') ?? ''];
  const expected = createHmac('sha256', Buffer.from(secret.replace(/^whsec_/, ''), 'base64'))
    .update(`${id}.${timestamp}.`)
    .update(rawBody)
    .digest('base64');
  const signatures = (valueOf(headers, 'webhook-signature') ?? '').split(' ');
  if (!signatures.some((signature) => isSame(signature, `v1,${expected}`))) {
    throw new Error('the time of this webhook was not signed with the secret of the account');
  }
  const apart = Math.abs(Date.now() / 1000 - Number(timestamp));
  if (!(apart <= toleranceSeconds)) throw new Error('this webhook was signed too long ago: it may be a replay');
}

/** `name` is lower case; gateways forward headers in any case. */
function valueOf(headers: ReceivedHeaders, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const value = Object.entries(headers).find(([given]) => given.toLowerCase() === name)?.[1];
  return Array.isArray(value) ? value.join(', ') : value;
}

function isSame(given: string | undefined, expected: string): boolean {
  const [a, b] = [Buffer.from(String(given)), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
