import { randomUUID } from 'node:crypto';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Webhook } from 'standardwebhooks';
import { toUuid } from '../../src/core/ids.js';
import { Tasks } from '../../src/core/tasks/ports.js';
import { Deliveries, Sender } from '../../src/core/webhooks/ports.js';
import { checkSignatures, contractSignature } from '../../src/core/webhooks/signature.js';
import { HOSTILE_URLS } from './hostile-addresses.js';
import { record, unavailable } from '../support/fakes.js';
import { until } from '../support/until.js';
import { startService, type Answer, type Service } from '../support/harness.js';
import { startCanary, startReceiver, type Received, type Receiver } from '../support/receiver.js';
import { redisUrl } from '../support/redis.js';
import { withoutSweep } from '../support/sweep.js';

interface Account {
  key: string;
  keyId: string;
  email: string;
}

const ADMIN_KEY = 'the key of the support team';

let names = 0;
const freshName = () => `Cedar Viaduct ${randomUUID().slice(0, 8)} ${++names} LLC`;

async function verify(service: Service, { key }: Account, given: Record<string, unknown>): Promise<Answer> {
  return service.ask('POST', '/v1/verify', { key, body: { jurisdiction: 'us-co', ...given } });
}

/** Starts a job whose business is in the register, and returns its id. */
async function startJob(service: Service, account: Account, webhookUrl: string, name = freshName()): Promise<string> {
  service.registries.of('us-co').records.push(record({ id: `2021${names}`, name }));
  const { status, body } = await verify(service, account, { entity_name: name, webhook_url: webhookUrl });
  expect(status).toBe(202);
  return body.job_id;
}

async function deliveriesOf(service: Service, { key }: Account): Promise<any[]> {
  return (await service.ask('GET', '/v1/webhooks/deliveries?limit=100', { key })).body.deliveries;
}

async function ended(service: Service, account: Account, count = 1): Promise<any[]> {
  return until(async () => {
    const deliveries = await deliveriesOf(service, account);
    return deliveries.filter(({ status }) => status !== 'pending').length >= count && deliveries;
  });
}

function expectBothSignatures({ headers, body }: Received, secret: string): void {
  expect(headers['x-service-signature']).toBe(contractSignature(body, secret));
  expect(() => new Webhook(secret).verify(String(body), headers as Record<string, string>)).not.toThrow();
}

/** Returns the planned pauses before retries; a slow machine lengthens the real ones. */
function spyOnPauses(app: NestFastifyApplication) {
  const inRow = jest.spyOn(app.get(Deliveries, { strict: false }), 'retryLater');
  const inQueue = jest.spyOn(app.get(Tasks, { strict: false }), 'enqueue');
  return (id: string) => ({
    inRow: inRow.mock.calls.filter(([claimed]) => claimed.id === id).map(([, , pauseMs]) => pauseMs),
    inQueue: inQueue.mock.calls.filter(([task, delayMs]) => task.id === id && delayMs).map(([, delayMs]) => delayMs),
  });
}
type PlannedPauses = ReturnType<typeof spyOnPauses>;

/** Milliseconds before its due time at which a retry's task may claim it. */
const EARLY_MS = 50;

function expectPauses(received: Received[], planned: ReturnType<PlannedPauses>, pausesMs: number[]): void {
  expect(planned).toEqual({ inRow: pausesMs, inQueue: pausesMs });
  const gaps = received.slice(1).map(({ atMs }, i) => atMs - received[i]!.atMs);
  expect(gaps).toHaveLength(pausesMs.length);
  for (const [i, pauseMs] of pausesMs.entries()) expect(gaps[i]).toBeGreaterThanOrEqual(pauseMs - EARLY_MS);
}

const TRANSPORTS: [string, Record<string, string> | undefined][] = [
  ['in process', {}],
  ['on Bull', redisUrl === undefined ? undefined : { REDIS_URL: redisUrl }],
];

describe.each(TRANSPORTS.filter(([, env]) => env !== undefined))('a webhook with jobs %s', (_transport, env) => {
  let service: Service;
  let account: Account;
  let receiver: Receiver;
  let plannedPauses: PlannedPauses;

  beforeAll(async () => {
    service = await startService({
      env: { WEBHOOK_ALLOW_PRIVATE: 'true', ...env },
      prepare: (app) => (plannedPauses = spyOnPauses(app)),
    });
  });
  afterAll(() => service.close());

  beforeEach(async () => {
    account = await service.signUp();
    receiver = await startReceiver();
    Object.assign(service.registries.of('us-co'), { records: [], failures: [], delayMs: 0 });
  });
  afterEach(() => receiver.close());

  const secretOf = async ({ key }: Account): Promise<string> =>
    (await service.ask('GET', '/v1/account/webhook-secret', { key })).body.secret;

  it('reports a found business with exactly the documented fields, signed in both schemes', async () => {
    const name = freshName();
    const jobId = await startJob(service, account, receiver.url, name);
    const [received] = await receiver.first(1);
    expect(received!.json).toEqual({
      event: 'verification.completed',
      event_id: received!.headers['webhook-id'],
      entity_id: expect.stringMatching(/^ent_/),
      job_id: jobId,
      record_id: expect.stringMatching(/^rec_/),
      jurisdiction: 'us-co',
      entity_name: name,
      status: 'completed',
      data: expect.objectContaining({ entity_name: name, status: 'active', tier: 'quick' }),
      credits_charged: 1,
      credits_refunded: false,
      completed_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
    expect(received!.headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'Service-Webhook/1.0',
      'webhook-id': expect.stringMatching(/^evt_/),
    });
    expect(received!.headers['x-service-signature-previous']).toBeUndefined();
    expectBothSignatures(received!, await secretOf(account));
  });

  it('is tried four times at 1, 2 and 4 seconds with the same bytes and id, and then fails', async () => {
    receiver.answer = () => 500;
    await startJob(service, account, receiver.url);
    const received = await receiver.first(4);
    expect(new Set(received.map(({ body }) => String(body))).size).toBe(1);
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    for (const each of received) expectBothSignatures(each, await secretOf(account));
    const [delivery] = await ended(service, account);
    expect(delivery).toEqual({
      delivery_id: expect.stringMatching(/^dlv_/),
      job_id: received[0]!.json.job_id,
      event: 'verification.completed',
      url: receiver.url,
      status: 'failed',
      attempts: [1, 2, 3, 4].map((number) => ({
        number,
        at: expect.any(String),
        response_status: 500,
        duration_ms: expect.any(Number),
      })),
      created_at: expect.any(String),
    });
    expectPauses(received, plannedPauses(delivery.delivery_id), [1_000, 2_000, 4_000]);
    expect(receiver.received).toHaveLength(4);
  });
});

describe('a webhook', () => {
  let service: Service;
  let account: Account;
  let receiver: Receiver;
  let plannedPauses: PlannedPauses;
  let sender: Sender;

  beforeAll(async () => {
    service = await startService({
      env: { WEBHOOK_ALLOW_PRIVATE: 'true', ADMIN_API_KEY: ADMIN_KEY },
      prepare: (app) => {
        plannedPauses = spyOnPauses(app);
        sender = app.get(Sender, { strict: false });
      },
    });
  });
  afterAll(() => service.close());

  beforeEach(async () => {
    account = await service.signUp();
    receiver = await startReceiver();
    Object.assign(service.registries.of('us-co'), { records: [], failures: [], delayMs: 0 });
  });
  afterEach(() => receiver.close());

  it('reports a confirmed no-match with data null, charged', async () => {
    const { body } = await verify(service, account, {
      entity_name: freshName(),
      tier: 'deep',
      webhook_url: receiver.url,
    });
    const [received] = await receiver.first(1);
    expect(received!.json).toMatchObject({
      job_id: body.job_id,
      event: 'verification.completed',
      data: null,
      credits_charged: 15,
      credits_refunded: false,
    });
  });

  it('reports a failure with its category, refunded', async () => {
    service.registries.of('us-co').failures = [unavailable(), unavailable(), unavailable()];
    const { body } = await verify(service, account, { entity_name: freshName(), webhook_url: receiver.url });
    const [received] = await receiver.first(1);
    expect(received!.json).toEqual({
      event: 'verification.failed',
      event_id: received!.headers['webhook-id'],
      job_id: body.job_id,
      record_id: expect.stringMatching(/^rec_/),
      jurisdiction: 'us-co',
      entity_name: expect.any(String),
      status: 'failed',
      error: expect.stringMatching(/^DATA_SOURCE_UNAVAILABLE: /),
      credits_charged: 1,
      credits_refunded: true,
      completed_at: expect.any(String),
    });
  });

  it.each([[200], [201], [299]])('is delivered by a %i after an earlier failure', async (status) => {
    receiver.answer = (n) => (n === 1 ? 503 : status);
    await startJob(service, account, receiver.url);
    const received = await receiver.first(2);
    const [delivery] = await ended(service, account);
    expectPauses(received, plannedPauses(delivery.delivery_id), [1_000]);
    expect(delivery).toMatchObject({
      status: 'delivered',
      attempts: [{ response_status: 503 }, { response_status: status }],
    });
  });

  it('follows no redirect', async () => {
    const canary = await startCanary();
    receiver.answer = (_n, response) =>
      void response.writeHead(307, { location: `http://127.0.0.1:${canary.port}/` }).end();
    await startJob(service, account, receiver.url);
    await receiver.first(2);
    canary.close();
    expect(canary.connections).toBe(0);
  });

  it('gives up an attempt after ten seconds, and retries a second later', async () => {
    receiver.answer = (n) => (n === 1 ? undefined : 204);
    await startJob(service, account, receiver.url);
    const [delivery] = await ended(service, account);
    expect(plannedPauses(delivery.delivery_id)).toEqual({ inRow: [1_000], inQueue: [1_000] });
    const [first, second] = delivery.attempts;
    expect(first).toEqual({
      number: 1,
      at: expect.any(String),
      // The DNS lookup is part of the ten seconds.
      error: expect.stringMatching(/^no answer within (9|10) s$/),
      duration_ms: expect.any(Number),
    });
    expect(first.duration_ms).toBeGreaterThanOrEqual(9_990);
    expect(second).toMatchObject({ number: 2, response_status: 204 });
  });

  it('is not sent for a cached answer, which creates no job', async () => {
    const name = freshName();
    await startJob(service, account, receiver.url, name);
    await receiver.first(1);
    expect((await verify(service, account, { entity_name: name, webhook_url: receiver.url })).status).toBe(200);
    expect(await deliveriesOf(service, account)).toHaveLength(1);
    const later = await startJob(service, account, receiver.url);
    const [, second] = await receiver.first(2);
    expect(second!.json.job_id).toBe(later);
  });

  it('belongs to the request: the same Idempotency-Key with another address is a conflict', async () => {
    const entity_name = freshName();
    const send = (webhook_url: string) =>
      service.ask('POST', '/v1/verify', {
        key: account.key,
        headers: { 'idempotency-key': 'one-of-them' },
        body: { jurisdiction: 'us-co', entity_name, webhook_url },
      });
    expect((await send(receiver.url)).status).toBe(202);
    expect((await send(`${receiver.url}/other`)).body.error.code).toBe('IDEMPOTENCY_CONFLICT');
  });

  it('carries the signatures of both secrets for a while after a rotation', async () => {
    const read = async () => (await service.ask('GET', '/v1/account/webhook-secret', account)).body.secret as string;
    const before = await read();
    const rotated = await service.ask('POST', '/v1/account/webhook-secret/rotate', account);
    const after = rotated.body.secret as string;
    expect(after).not.toBe(before);
    await startJob(service, account, receiver.url);
    const [{ headers, body }] = (await receiver.first(1)) as [Received];
    expect(headers['x-service-signature']).toBe(contractSignature(body, after));
    expect(headers['x-service-signature-previous']).toBe(contractSignature(body, before));
    for (const secret of [before, after]) {
      expect(() => new Webhook(secret).verify(String(body), headers as Record<string, string>)).not.toThrow();
    }
  });

  it('can be sent again under the same id, by its own account alone', async () => {
    await startJob(service, account, receiver.url);
    const [first] = await receiver.first(1);
    const [{ delivery_id: id }] = await ended(service, account);
    const again = await service.ask('POST', `/v1/webhooks/deliveries/${id}/redeliver`, account);
    expect(again.status).toBe(202);
    expect(again.body).toEqual({ delivery_id: expect.stringMatching(/^dlv_/) });
    expect(again.body.delivery_id).not.toBe(id);
    const [, second] = await receiver.first(2);
    expect(second!.headers['webhook-id']).toBe(first!.headers['webhook-id']);
    expect(second!.body.equals(first!.body)).toBe(true);
    const deliveries = await ended(service, account, 2);
    expect(deliveries.map(({ delivery_id }) => delivery_id)).toEqual([again.body.delivery_id, id]);

    const stranger = await service.signUp();
    for (const [method, path] of [
      ['POST', `/${id}/redeliver`],
      ['GET', `/${id}`],
    ] as const) {
      const foreign = await service.ask(method, `/v1/webhooks/deliveries${path}`, stranger);
      const missing = await service.ask(
        method,
        `/v1/webhooks/deliveries${path.replace(id, 'dlv_01kaaaaaaaaaaaaaaaaaaaaaaa')}`,
        stranger,
      );
      const malformed = await service.ask(method, `/v1/webhooks/deliveries${path.replace(id, 'nonsense')}`, stranger);
      expect(foreign.status).toBe(404);
      expect(foreign.body).toEqual(missing.body);
      expect(foreign.body).toEqual(malformed.body);
    }
    expect(await deliveriesOf(service, stranger)).toEqual([]);
    expect(await deliveriesOf(service, account)).toHaveLength(2);
    expect(receiver.received).toHaveLength(2);
  });

  it('refuses more than a hundred open redeliveries', async () => {
    receiver.answer = () => 204;
    await startJob(service, account, receiver.url);
    await receiver.first(1);
    const [{ delivery_id: id }] = await ended(service, account);
    // Deliveries of one job are sent one after another: while these wait, so do all later ones.
    await service.db.change(
      `insert into deliveries (id, event_id, account_id, job_id, url, again, due_at)
       select gen_random_uuid(), event_id, account_id, job_id, url, true, now() + interval '1 h'
         from deliveries, generate_series(1, 95) where id = $1`,
      [toUuid(id as never)],
    );
    const again = () => service.ask('POST', `/v1/webhooks/deliveries/${id}/redeliver`, account);
    const answers = await Promise.all(Array.from({ length: 9 }, again));
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(5);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.body.error).toMatchObject({
      code: 'RATE_LIMIT_EXCEEDED',
      details: { open_redeliveries: 100, retry_after_seconds: 60 },
    });
    expect(refused?.headers.get('retry-after')).toBe('60');
    await service.db.change(
      `update deliveries set status = 'failed', finished_at = now() where again and due_at > now() + interval '1 m'`,
    );
    expect((await again()).status).toBe(202);
  });

  it('can be tested: the test is signed, delivered and listed, and costs nothing', async () => {
    receiver.answer = () => 204;
    const before = await service.balance(account.key);
    const asked = await service.ask('POST', '/v1/webhooks/test', { ...account, body: { webhook_url: receiver.url } });
    expect([asked.status, asked.body]).toEqual([202, { delivery_id: expect.stringMatching(/^dlv_/) }]);
    const [received] = await receiver.first(1);
    const { body: secret } = await service.ask('GET', '/v1/account/webhook-secret', account);
    expect(checkSignatures(received!.headers, received!.body, secret.secret, new Date())).toEqual({
      contract: true,
      standard: true,
    });
    const sent = JSON.parse(received!.body.toString());
    expect(sent).toEqual({
      event: 'webhook.test',
      event_id: received!.headers['webhook-id'],
      asked_at: expect.stringMatching(/Z$/),
    });
    const [listed] = await ended(service, account);
    expect(listed).toMatchObject({ delivery_id: asked.body.delivery_id, event: 'webhook.test', status: 'delivered' });
    expect(listed).not.toHaveProperty('job_id');
    const { body: feed } = await service.ask('GET', '/v1/webhooks/events', account);
    expect(feed.events.map(({ payload }: { payload: object }) => payload)).toEqual([sent]);
    expect(await service.balance(account.key)).toBe(before);
    const strange = await service.ask('POST', '/v1/webhooks/test', { ...account, body: { webhook_url: 'ftp://a.b' } });
    expect([strange.status, strange.body.error.message]).toEqual([400, expect.stringContaining('body.webhook_url')]);
  });

  it('is filtered in the list by status and address, and paged by cursor', async () => {
    receiver.answer = () => 204;
    const test = async (url: string) =>
      (await service.ask('POST', '/v1/webhooks/test', { ...account, body: { webhook_url: url } })).body.delivery_id;
    const sent = [await test(`${receiver.url}?a`), await test(`${receiver.url}?b`), await test(`${receiver.url}?c`)];
    await ended(service, account, 3);
    const list = async (query: string) => {
      const { body } = await service.ask('GET', `/v1/webhooks/deliveries?${query}`, account);
      return [
        body.deliveries.map(({ delivery_id: id }: { delivery_id: string }) => sent.indexOf(id)),
        body.next_cursor,
      ];
    };
    expect(await list('limit=2')).toEqual([[2, 1], sent[1]]);
    expect(await list(`limit=2&cursor=${sent[1]}`)).toEqual([[0], undefined]);
    expect(await list('text=%3FB')).toEqual([[1], undefined]);
    expect(await list('status=delivered&limit=1')).toEqual([[2], sent[2]]);
    expect(await list('status=failed')).toEqual([[], undefined]);
    expect((await service.ask('GET', '/v1/webhooks/deliveries?cursor=x', account)).status).toBe(400);
  });

  it('is logged with the request and the beginning of the response', async () => {
    receiver.answer = (_n, response) => void response.writeHead(200).end('thanks '.repeat(10_000));
    await startJob(service, account, receiver.url);
    const [received] = await receiver.first(1);
    const [{ delivery_id: id }] = await ended(service, account);
    const { body, headers } = await service.ask('GET', `/v1/webhooks/deliveries/${id}`, account);
    expect(headers.get('x-credits-charged')).toBe('0');
    expect(body.request_body).toBe(String(received!.body));
    const [attempt] = body.attempts;
    expect(attempt.request_headers['X-Service-Signature']).toBe(received!.headers['x-service-signature']);
    expect(attempt.response_body).toMatch(/^thanks /);
    expect(attempt.response_body).toHaveLength(4_096);
  });

  it('waits for the earlier event of its job, so that they arrive in order', async () => {
    receiver.answer = (n) => (n < 3 ? 500 : 204);
    const jobId = await startJob(service, account, receiver.url);
    await receiver.first(1);
    const received = await withoutSweep(service.db, async () => {
      const refund = await service.ask('POST', `/v1/admin/jobs/${jobId}/refund`, {
        headers: { 'x-admin-key': ADMIN_KEY },
        body: { reason: 'goodwill' },
      });
      expect(refund.status).toBe(200);
      return receiver.first(4);
    });
    const kinds = received.map(({ json }) => json.event.replace('verification.', ''));
    expect(kinds).toEqual(['completed', 'completed', 'completed', 'refunded']);
    expect(received[3]!.json).toEqual({
      event: 'verification.refunded',
      entity_id: expect.stringMatching(/^ent_/),
      event_id: received[3]!.headers['webhook-id'],
      job_id: jobId,
      record_id: expect.stringMatching(/^rec_/),
      jurisdiction: 'us-co',
      entity_name: received[0]!.json.entity_name,
      status: 'refunded',
      credits_charged: 1,
      credits_refunded: true,
      completed_at: expect.any(String),
    });
  });

  it('is not delayed by receivers of other accounts that never answer', async () => {
    let open = 0;
    let most = 0;
    receiver.answer = (_n, response) => {
      most = Math.max(most, ++open);
      response.once('close', () => (open -= 1));
    };
    // No attempt at this receiver times out before the test ends, however slow the machine is.
    const send = sender.send.bind(sender);
    const endless = jest
      .spyOn(sender, 'send')
      .mockImplementation((request, limitMs) =>
        send(request, request.url.port === String(receiver.port) ? 600_000 : limitMs),
      );
    await startJobsThatEndAtOnce(46);
    await receiver.first(8);

    const quick = await startReceiver();
    const other = await service.signUp();
    const received = await withoutSweep(service.db, async () => {
      await Promise.all(Array.from({ length: 20 }, () => startJob(service, other, quick.url)));
      return quick.first(20);
    });
    expect(new Set(received.map(({ json }) => json.job_id)).size).toBe(20);
    expect([open, most]).toEqual([8, 8]);
    endless.mockRestore();
    await quick.close();
  });

  it('reaches a busy receiver as fast as it answers, with a limited number at a time', async () => {
    let most = 0;
    const open = new Set<() => void>();
    receiver.answer = (_n, response) => {
      open.add(() => response.writeHead(204).end());
      most = Math.max(most, open.size);
      // Holds responses until the maximum number of concurrent deliveries is open, then answers the
      // oldest.
      if (most < 8) return;
      const [oldest] = open;
      open.delete(oldest!);
      oldest!();
    };
    await withoutSweep(service.db, async () => {
      await startJobsThatEndAtOnce(49);
      await receiver.first(49);
      for (const answer of open) answer();
    });
    expect(most).toBeLessThanOrEqual(8);
    expect(new Set(receiver.received.map(({ json }) => json.job_id)).size).toBe(49);
  });

  /** Starts jobs that all wait for one retrieval. */
  async function startJobsThatEndAtOnce(count: number): Promise<void> {
    let letGo: (() => void) | undefined;
    service.registries.of('us-co').held = new Promise((resolve) => (letGo = resolve));
    const name = freshName();
    await startJob(service, account, receiver.url, name);
    const body = { entity_name: name, webhook_url: receiver.url };
    await Promise.all(Array.from({ length: count - 1 }, () => verify(service, account, body)));
    letGo?.();
  }
});

describe('the feed of events', () => {
  let service: Service;
  let account: Account;

  beforeAll(async () => {
    service = await startService({ env: { WEBHOOK_ALLOW_PRIVATE: 'true' } });
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    account = await service.signUp();
  });

  const events = async (query: string, { key }: Account = account) =>
    service.ask('GET', `/v1/webhooks/events${query}`, { key });

  it('returns all that a receiver missed, page by page, free, and to its own account alone', async () => {
    const closed = await startReceiver();
    await closed.close();
    const jobIds: string[] = [];
    for (let i = 0; i < 5; i++) {
      jobIds.push(await startJob(service, account, closed.url));
      await untilEvents(i + 1);
    }
    const first = await events('?limit=3');
    expect(first.headers.get('x-credits-charged')).toBe('0');
    expect(first.body).toEqual({
      events: [0, 1, 2].map((i) => ({
        event_id: expect.stringMatching(/^evt_/),
        created_at: expect.any(String),
        payload: expect.objectContaining({ event: 'verification.completed', job_id: jobIds[i] }),
      })),
      next_cursor: first.body.events[2].event_id,
      has_more: true,
    });
    const second = await events(`?after=${first.body.next_cursor}`);
    expect(second.body.events.map(({ payload }: any) => payload.job_id)).toEqual(jobIds.slice(3));
    expect(second.body.has_more).toBe(false);
    expect((await events(`?after=${second.body.next_cursor}`)).body).toEqual({
      events: [],
      next_cursor: second.body.next_cursor,
      has_more: false,
    });
    const stranger = await service.signUp();
    expect((await events('', stranger)).body).toEqual({ events: [], has_more: false });
    expect((await events(`?after=${first.body.next_cursor}`, stranger)).body.events).toEqual([]);

    async function untilEvents(count: number): Promise<void> {
      await until(async () => (await events('')).body.events.length >= count);
    }
  });

  it.each(['nonsense', 'job_01kaaaaaaaaaaaaaaaaaaaaaaa'])('refuses the cursor %s', async (after) => {
    const { status, body } = await events(`?after=${after}`);
    expect(status).toBe(400);
    expect(body.error.message).toBe('query.after must be a next_cursor or an event_id.');
  });
});

describe('a webhook_url that is not public', () => {
  let service: Service;
  let account: Account;

  beforeAll(async () => {
    service = await startService();
    account = await service.signUp();
  });
  afterAll(() => service.close());

  it('is refused in every notation before anything is charged, and never connected to', async () => {
    const canary = await startCanary();
    for (const webhook_url of [...HOSTILE_URLS, ...insideUrls(canary.port)]) {
      const { status, body } = await verify(service, account, { entity_name: freshName(), webhook_url });
      expect([webhook_url, status, body.error?.code]).toEqual([webhook_url, 400, 'VALIDATION_ERROR']);
      const { status: tried } = await service.ask('POST', '/v1/webhooks/test', { ...account, body: { webhook_url } });
      expect([webhook_url, tried]).toEqual([webhook_url, 400]);
    }
    expect(await service.balance(account.key)).toBe(50);
    canary.close();
    expect(canary.connections).toBe(0);
  });

  it('is not connected to even from the database, because each attempt checks again', async () => {
    const canary = await startCanary();
    const urls = insideUrls(canary.port).map((url) => new URL(url).href);
    const { body } = await verify(service, account, { entity_name: freshName() });
    await service.db.change(
      `with told as (
         insert into events (id, account_id, job_id, type, body) select gen_random_uuid(), account_id, id, 'verification.completed', '{}'
           from jobs where id = $2 returning *
       )
       insert into deliveries (id, event_id, account_id, job_id, url)
       select gen_random_uuid(), id, account_id, gen_random_uuid(), hostile from told, unnest($1::text[]) hostile`,
      [urls, toUuid(body.job_id)],
    );
    const deliveries = await ended(service, account, urls.length);
    for (const { attempts } of deliveries) {
      for (const attempt of attempts) expect(attempt.error).toMatch(/^not sent: the address (must|could)/);
    }
    canary.close();
    expect(canary.connections).toBe(0);
  });
});

/**
 * Returns the hostile URLs that lead to internal addresses, with this port. Excludes public
 * addresses in disguise.
 */
function insideUrls(port: number): string[] {
  return HOSTILE_URLS.filter(
    (url) => /^\s*https?:/i.test(url) && URL.canParse(url) && new URL(url).hostname !== '8.8.8.8',
  ).map((url) => url.replace(/^(\s*\w+:[/\\]*(?:[^/@]*@)?(?:\[[^\]]*\]|[^/:]*))(?::\d+)?/, `$1:${port}`));
}
