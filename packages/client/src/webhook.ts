import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Schemas } from './operations.js';

/** Programs decide by `event`. */
export type WebhookEvent =
  Schemas['VerificationCompleted'] | Schemas['VerificationFailed'] | Schemas['VerificationRefunded'];

type ReceivedHeaders = Headers | Readonly<Record<string, string | string[] | undefined>>;

/** An attempt that was signed longer ago, or further ahead, may be a replay. */
const TOLERANCE_SECONDS = 300;

/**
 * The event in a request that came to your receiver; throws when it was not signed with the
 * account's secret, or not within the last `toleranceSeconds` (five minutes unless given). Give the
 * body as it came, byte for byte, and the headers as `Headers` or as an
 * object, their names in any case.
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
 * The time is signed with the id and the body by the scheme of Standard Webhooks, of which a
 * rotated secret makes two signatures.
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

/** `name` in small letters; gateways hand headers on in any. */
function valueOf(headers: ReceivedHeaders, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const value = Object.entries(headers).find(([given]) => given.toLowerCase() === name)?.[1];
  return Array.isArray(value) ? value.join(', ') : value;
}

function isSame(given: string | undefined, expected: string): boolean {
  const [a, b] = [Buffer.from(String(given)), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
