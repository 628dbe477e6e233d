import { createHmac, createSecretKey, timingSafeEqual, randomBytes } from 'node:crypto';
import type { Id } from '../ids.js';
import type { SigningSecrets } from './ports.js';

const SECRET_PREFIX = 'whsec_';
/** Standard Webhooks requires 24 to 64 bytes, shown in base64. */
const SECRET_BYTES = 32;

/** The previous secret also signs for this long, so that receivers can switch at any time. */
export const PREVIOUS_SECRET_MS = 24 * 3_600_000;

export function generateSigningSecret(): string {
  return `${SECRET_PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`;
}

export interface Signed {
  eventId: Id<'evt'>;
  body: Buffer;
  at: Date;
}

/**
 * Returns the signature headers of a delivery, in two schemes. The contract's own signs the body,
 * keyed with the secret as displayed. Standard Webhooks (https://www.standardwebhooks.com) signs
 * id, time and body, keyed with the decoded secret, so that receivers can reject replays. During a
 * rotation, both secrets sign.
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
  // In Node 24, HMAC with a buffer as key takes four times as long.
  const key = createSecretKey(secret.slice(SECRET_PREFIX.length), 'base64');
  const digest = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64');
  return `v1,${digest}`;
}

/** Maximum clock difference between the two sides; anything older is a replay. */
const TOLERANCE_SECONDS = 300;

/** Results of the two signature schemes; either one suffices. */
export interface SignatureCheck {
  /** `X-Service-Signature`, or that of the previous secret. */
  contract: boolean;
  /** `webhook-signature`, with a recent `webhook-timestamp`. */
  standard: boolean;
}

/**
 * Verifies the headers from `signatureHeaders` on the receiver's side. Header names are lower case.
 */
export function checkSignatures(
  headers: Record<string, string | string[] | undefined>,
  body: Buffer,
  secret: string,
  now: Date,
): SignatureCheck {
  const text = (name: string) => String(headers[name] ?? '');
  const timestamp = text('webhook-timestamp');
  const standard = standardSignature(text('webhook-id'), timestamp, body, secret);
  const fresh = Math.abs(now.getTime() / 1000 - Number(timestamp)) <= TOLERANCE_SECONDS;
  const contract = contractSignature(body, secret);
  return {
    contract: [text('x-service-signature'), text('x-service-signature-previous')].some((each) => equal(each, contract)),
    standard:
      fresh &&
      text('webhook-signature')
        .split(' ')
        .some((each) => equal(each, standard)),
  };
}

/** Compares in constant time. */
function equal(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
