import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Schemas } from './operations.js';

/** Programs should branch on `event`. */
export type WebhookEvent =
  Schemas['VerificationCompleted'] | Schemas['VerificationFailed'] | Schemas['VerificationRefunded'];

type ReceivedBody = string | Uint8Array | ArrayBuffer;
type ReceivedHeaders =
  | Headers
  | Readonly<Record<string, string | readonly string[] | undefined>>
  /** Pairs of name and value, or names and values in turn, as `rawHeaders` of Node. */
  | Iterable<readonly [string, string] | string>;

/** A signature older than this, or further in the future, may be a replay. */
const TOLERANCE_SECONDS = 300;

/**
 * Verifies the signature of a webhook request and returns its event. Throws if the request was not
 * signed with the account's secret, or not within the last `toleranceSeconds` (five minutes by
 * default). Pass the body byte for byte as received, or its text, and the headers as `Headers`, as
 * an object with names in any case, or as a list.
 */
export function readWebhook(
  rawBody: ReceivedBody,
  headers: ReceivedHeaders,
  secret: string,
  { toleranceSeconds = TOLERANCE_SECONDS } = {},
): WebhookEvent {
  const [body, given] = [bytesOf(rawBody), namedHeaders(headers)];
  if (typeof secret !== 'string') throw new TypeError('secret must be the text of the webhook secret');
  const expected = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
  const genuine = ['x-service-signature', 'x-service-signature-previous'].some((name) =>
    isSame(given.get(name), expected),
  );
  if (!genuine) throw new Error('this webhook was not signed with the secret of the account');
  requireRecent(body, given, secret, toleranceSeconds);
  return JSON.parse(body.toString('utf8')) as WebhookEvent;
}

/**
 * In Standard Webhooks the timestamp is signed together with the id and the body. A rotated secret
 * produces two signatures.
 */
function requireRecent(
  body: Buffer,
  headers: ReadonlyMap<string, string>,
  secret: string,
  toleranceSeconds: number,
): void {
  const [id, timestamp] = [headers.get('webhook-id') ?? '', headers.get('webhook-timestamp') ?? ''];
  const expected = createHmac('sha256', Buffer.from(secret.replace(/^whsec_/, ''), 'base64'))
    .update(`${id}.${timestamp}.`)
    .update(body)
    .digest('base64');
  // Several headers of one name are joined with commas.
  const signatures = (headers.get('webhook-signature') ?? '').split(/,? +/);
  if (!signatures.some((signature) => isSame(signature, `v1,${expected}`))) {
    throw new Error('the time of this webhook was not signed with the secret of the account');
  }
  const apart = Math.abs(Date.now() / 1000 - Number(timestamp));
  if (!(apart <= toleranceSeconds)) throw new Error('this webhook was signed too long ago: it may be a replay');
}

function bytesOf(given: ReceivedBody): Buffer {
  if (typeof given === 'string') return Buffer.from(given);
  if (ArrayBuffer.isView(given)) return Buffer.from(given.buffer, given.byteOffset, given.byteLength);
  if (Object.prototype.toString.call(given) === '[object ArrayBuffer]') return Buffer.from(given);
  throw new TypeError('rawBody must be the body as received, as bytes or text, and not parsed');
}

/** Returns the headers by their names in lower case; gateways forward them in any case. */
function namedHeaders(given: ReceivedHeaders): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [name, value] of pairsIn(given)) {
    const values = (Array.isArray(value) ? value : [value]).filter((each) => typeof each === 'string');
    const key = name.toLowerCase();
    if (values.length > 0) found.set(key, [found.get(key) ?? [], values].flat().join(', '));
  }
  return found;
}

function pairsIn(given: ReceivedHeaders): [string, unknown][] {
  if (typeof given !== 'object' || given === null) throw new TypeError(HEADERS_EXPECTED);
  if (!(Symbol.iterator in given)) return Object.entries(given);
  const items: unknown[] = [...given];
  const isFlat = items.every((item) => typeof item === 'string');
  const pairs = isFlat ? items.flatMap((name, at) => (at % 2 === 0 ? [[name, items[at + 1]]] : [])) : items;
  if (!pairs.every(isPair)) throw new TypeError(HEADERS_EXPECTED);
  return pairs;
}

const HEADERS_EXPECTED = 'headers must be Headers, an object, or a list of names and values';

const isPair = (item: unknown): item is [string, unknown] => Array.isArray(item) && typeof item[0] === 'string';

function isSame(given: string | undefined, expected: string): boolean {
  const [a, b] = [Buffer.from(String(given)), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
