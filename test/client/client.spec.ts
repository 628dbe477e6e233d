import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { readWebhook, Standing, StandingError } from '../../src/client/client.js';
import { newId } from '../../src/core/ids.js';
import { signatureHeaders } from '../../src/core/webhooks/signature.js';
import { record } from '../support/fakes.js';
import { startService, type Service } from '../support/harness.js';

let service: Service;
let client: Standing;
beforeAll(async () => {
  service = await startService();
  service.registries.of('us-co').records.push(record({ id: '20191', name: 'Juniper Causeway LLC' }));
  const { key } = await service.signUp();
  client = new Standing({ baseUrl: service.url, apiKey: key });
});
afterAll(() => service.close());

it('gets a key by code, and verifies with it', async () => {
  const nobody = new Standing({ baseUrl: `${service.url}/` });
  await nobody.requestAccess('client@example.com');
  const { api_key } = await nobody.verifyAccess({
    email: 'client@example.com',
    code: service.codeFor('client@example.com'),
  });
  const verified = await nobody
    .withKey(api_key)
    .verifyAndWait({ entity_name: 'Juniper Causeway LLC', jurisdiction: 'us-co' });
  expect(verified?.data).toMatchObject({ entity_name: 'Juniper Causeway LLC', status: 'active' });
  const { credit_balance } = await nobody.withKey(api_key).account();
  expect(credit_balance).toBe(49);
});

it('tells a confirmed no-match from a register that does not answer', async () => {
  expect(await client.verifyAndWait({ entity_name: 'Nobody Has This Name', jurisdiction: 'us-co' })).toBeUndefined();
});

it('throws what the service says, by code', async () => {
  const refused = client.verify({ entity_name: 'Juniper', jurisdiction: 'us-zz' });
  await expect(refused).rejects.toMatchObject({
    name: 'StandingError',
    code: 'JURISDICTION_NOT_SUPPORTED',
    status: 400,
    details: { provided: 'us-zz' },
    requestId: expect.any(String),
  });
  await expect(refused).rejects.toBeInstanceOf(StandingError);
});

it('says what an answer cost, and repeats it free under the same key', async () => {
  const asked = { entity_name: 'Juniper Causeway LLC', jurisdiction: 'us-co' };
  const first = await client.verify(asked, { idempotencyKey: 'one', waitSeconds: 10 });
  const again = await client.verify(asked, { idempotencyKey: 'one', waitSeconds: 10 });
  expect(first.credits.charged).toBe(1);
  expect(again.credits).toEqual({ charged: 0, remaining: first.credits.remaining });
  expect(again).toEqual(first);
});

const SECRET = `whsec_${Buffer.from('a secret of thirty-two bytes....').toString('base64')}`;
const WEBHOOK = Buffer.from(JSON.stringify({ event: 'verification.completed', job_id: 'job_1' }));
/** As Node has the headers of a request. */
function signedAt(at: Date, previous?: string): Record<string, string> {
  const eventId = newId('evt');
  const before = previous === undefined ? undefined : { secret: previous, expiresAt: new Date(at.getTime() + 60_000) };
  const headers = signatureHeaders({ eventId, body: WEBHOOK, at }, { current: SECRET, previous: before });
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

it('reads a webhook that is genuine, and no other', () => {
  const headers = signedAt(new Date());
  expect(readWebhook(WEBHOOK, headers, SECRET).job_id).toBe('job_1');
  expect(readWebhook(WEBHOOK, new Headers(headers), SECRET).job_id).toBe('job_1');
  const old = `whsec_${Buffer.from('the secret before').toString('base64')}`;
  expect(readWebhook(WEBHOOK, signedAt(new Date(), old), old).job_id).toBe('job_1');
  const wrong = 'not signed with the secret';
  expect(() => readWebhook(`${WEBHOOK.toString()} `, headers, SECRET)).toThrow(wrong);
  expect(() => readWebhook(WEBHOOK, headers, old)).toThrow(wrong);
  expect(() => readWebhook(WEBHOOK, new Headers(), SECRET)).toThrow(wrong);
});

it('refuses a webhook that is repeated later, whatever time it claims', () => {
  const before = signedAt(new Date(Date.now() - 600_000));
  expect(() => readWebhook(WEBHOOK, before, SECRET)).toThrow('may be a replay');
  expect(readWebhook(WEBHOOK, before, SECRET, { toleranceSeconds: 3_600 }).job_id).toBe('job_1');
  const forged = { ...before, 'webhook-timestamp': `${Math.floor(Date.now() / 1000)}` };
  expect(() => readWebhook(WEBHOOK, forged, SECRET)).toThrow('time of this webhook was not signed');
});

/** A server between the client and the service, answering in its own way. */
async function through(answer: RequestListener, use: (baseUrl: string) => Promise<void>): Promise<void> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

it('throws StandingError for what a proxy answers in HTML', async () => {
  await through(
    (_request, response) => response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>'),
    async (baseUrl) => {
      const asked = new Standing({ baseUrl, retries: 0 }).config();
      await expect(asked).rejects.toMatchObject({ name: 'StandingError', status: 502 });
    },
  );
});

it('throws StandingError when a job fails after the first wait', async () => {
  const job = { job_id: 'job_1', status: 'failed', error: 'DATA_SOURCE_TIMEOUT: silence' };
  await through(
    ({ method }, response) =>
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify(method === 'POST' ? { ...job, status: 'pending' } : job)),
    async (baseUrl) => {
      const asked = new Standing({ baseUrl }).verifyAndWait({ entity_name: 'Juniper', jurisdiction: 'us-co' });
      await expect(asked).rejects.toMatchObject({ name: 'StandingError', code: 'DATA_SOURCE_TIMEOUT', status: 504 });
    },
  );
});

it('ends a request at its time limit, or when it is aborted', async () => {
  await through(
    () => undefined,
    async (baseUrl) => {
      await expect(new Standing({ baseUrl, timeoutMs: 50 }).config()).rejects.toMatchObject({ name: 'TimeoutError' });
      const controller = new AbortController();
      const asked = new Standing({ baseUrl, signal: controller.signal }).config();
      controller.abort();
      await expect(asked).rejects.toMatchObject({ name: 'AbortError' });
    },
  );
});
