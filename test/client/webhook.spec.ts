import { readWebhook } from '@standing/client';
import { newId } from '../../src/core/ids.js';
import { signatureHeaders } from '../../src/core/webhooks/signature.js';

const SECRET = `whsec_${Buffer.from('a secret of thirty-two bytes....').toString('base64')}`;
const WEBHOOK = Buffer.from(JSON.stringify({ event: 'verification.completed', job_id: 'job_1' }));
/** Header names are lower-case, as in a request of Node. */
function signedAt(at: Date, previous?: string): Record<string, string> {
  const eventId = newId('evt');
  const before = previous === undefined ? undefined : { secret: previous, expiresAt: new Date(at.getTime() + 60_000) };
  const headers = signatureHeaders({ eventId, body: WEBHOOK, at }, { current: SECRET, previous: before });
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

it('reads a genuine webhook, and refuses any other', () => {
  const headers = signedAt(new Date());
  expect(readWebhook(WEBHOOK, headers, SECRET).job_id).toBe('job_1');
  expect(readWebhook(WEBHOOK, new Headers(headers), SECRET).job_id).toBe('job_1');
  const titled = Object.entries(headers).map(([name, value]) => [
    name.replaceAll(/\b[a-z]/g, (c) => c.toUpperCase()),
    value,
  ]);
  expect(titled.map(([name]) => name)).toContain('X-Service-Signature');
  expect(readWebhook(WEBHOOK, Object.fromEntries(titled), SECRET).job_id).toBe('job_1');
  const old = `whsec_${Buffer.from('the secret before').toString('base64')}`;
  expect(readWebhook(WEBHOOK, signedAt(new Date(), old), old).job_id).toBe('job_1');
  const wrong = 'not signed with the secret';
  expect(() => readWebhook(`${WEBHOOK.toString()} `, headers, SECRET)).toThrow(wrong);
  expect(() => readWebhook(WEBHOOK, headers, old)).toThrow(wrong);
  expect(() => readWebhook(WEBHOOK, new Headers(), SECRET)).toThrow(wrong);
});

it('refuses a webhook that is replayed later, whatever time it claims', () => {
  const before = signedAt(new Date(Date.now() - 600_000));
  expect(() => readWebhook(WEBHOOK, before, SECRET)).toThrow('may be a replay');
  expect(readWebhook(WEBHOOK, before, SECRET, { toleranceSeconds: 3_600 }).job_id).toBe('job_1');
  const forged = { ...before, 'webhook-timestamp': `${Math.floor(Date.now() / 1000)}` };
  expect(() => readWebhook(WEBHOOK, forged, SECRET)).toThrow('time of this webhook was not signed');
});

it('reads headers and bodies in the shapes of servers, gateways and functions in the cloud', () => {
  const headers = signedAt(new Date());
  const pairs = Object.entries(headers);
  const lists = Object.fromEntries(pairs.map(([name, value]) => [name, [value]]));
  for (const given of [pairs, pairs.flat(), new Map(pairs), lists, { ...headers, other: undefined }]) {
    expect(readWebhook(WEBHOOK, given, SECRET).job_id).toBe('job_1');
  }
  const twice = [...pairs, ['Webhook-Signature', 'v1,of-another-secret'] as const];
  expect(readWebhook(WEBHOOK, twice, SECRET).job_id).toBe('job_1');
  const bytes = new Uint8Array(WEBHOOK);
  for (const body of [bytes, bytes.buffer, WEBHOOK.toString()]) {
    expect(readWebhook(body, headers, SECRET).job_id).toBe('job_1');
  }
});

it('says what to pass when a body is parsed, headers are no list of names, or the secret is missing', () => {
  const headers = signedAt(new Date());
  const read = (...given: unknown[]) => (readWebhook as (...all: unknown[]) => unknown)(...given);
  expect(() => read({ event: 'webhook.test' }, headers, SECRET)).toThrow('as bytes or text, and not parsed');
  for (const given of [undefined, 'webhook-id: evt_1', [1, 2]]) {
    expect(() => read(WEBHOOK, given, SECRET)).toThrow('headers must be');
  }
  expect(() => read(WEBHOOK, headers, undefined)).toThrow('secret must be');
});
