import { Standing, StandingError } from '@standing/client';
import { answering } from '../support/answering.js';
import { record } from '../support/fakes.js';
import { startService, type Service } from '../support/harness.js';

let service: Service;
let client: Standing;
beforeAll(async () => {
  service = await startService({ env: { WEBHOOK_ALLOW_PRIVATE: 'true' } });
  service.registries.of('us-co').records.push(record({ id: '20191', name: 'Juniper Causeway LLC' }));
  service.registries.of('us-ct').records.push(record({ id: '1', name: 'Brass Lantern 41 LLC' }));
  const { key } = await service.signUp();
  client = new Standing({ baseUrl: service.url, apiKey: key });
});
afterAll(() => service.close());

it('exchanges a code for a key, and verifies with it', async () => {
  const nobody = new Standing({ baseUrl: `${service.url}/` });
  await nobody.requestAccess('client@example.com');
  const { api_key } = await nobody.verifyAccess({
    email: 'client@example.com',
    code: service.codeFor('client@example.com'),
  });
  const verified = await nobody
    .withKey(api_key)
    .verifyAndWait({ entity_name: 'Juniper Causeway LLC', jurisdiction: 'us-co' });
  if (verified.status === 'no_match') throw new Error('it is registered');
  // Typed, too: the compiler checks this line.
  expect(verified.credits).toEqual({ charged: 1, remaining: 49 });
  expect(verified).toMatchObject({
    status: 'completed',
    data: { entity_name: 'Juniper Causeway LLC', status: 'active' },
  });
  const { credit_balance } = await nobody.withKey(api_key).account();
  expect(credit_balance).toBe(49);
});

it('returns a confirmed no-match with the closest names', async () => {
  const near = await client.verifyAndWait({ entity_name: 'Brass Lantern 42 LLC', jurisdiction: 'us-ct' });
  expect(near).toMatchObject({
    status: 'no_match',
    message: expect.stringContaining('No business called'),
    suggestion: expect.stringContaining('Compare the similar names'),
    details: { closest: ['Brass Lantern 41 LLC'] },
  });
});

it('throws the error of the service with its code', async () => {
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

it('returns what an answer cost, and repeats it free under the same key', async () => {
  const asked = { entity_name: 'Juniper Causeway LLC', jurisdiction: 'us-co' };
  const first = await client.verify(asked, { idempotencyKey: 'one', waitSeconds: 10 });
  const again = await client.verify(asked, { idempotencyKey: 'one', waitSeconds: 10 });
  expect(first.credits.charged).toBe(1);
  expect(again.credits).toEqual({ charged: 0, remaining: first.credits.remaining });
  expect(again).toEqual(first);
});

it('throws StandingError for an HTML answer of a proxy', async () => {
  await answering(
    (_request, response) => response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>'),
    async (baseUrl) => {
      const asked = new Standing({ baseUrl, retries: 0 }).config();
      await expect(asked).rejects.toMatchObject({ name: 'StandingError', status: 502 });
    },
  );
});

it('throws StandingError when a job fails after the first wait', async () => {
  const job = { job_id: 'job_1', status: 'failed', error: 'DATA_SOURCE_TIMEOUT: silence' };
  await answering(
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

it('ends a request at its time limit or on abort, set per client or per request', async () => {
  await answering(
    () => undefined,
    async (baseUrl) => {
      const late = expect.objectContaining({ name: 'TimeoutError' });
      await expect(new Standing({ baseUrl, timeoutMs: 50 }).config()).rejects.toEqual(late);
      await expect(new Standing({ baseUrl }).config({ timeoutMs: 50 })).rejects.toEqual(late);
      const controller = new AbortController();
      const { signal } = controller;
      const asked = [new Standing({ baseUrl, signal }).config(), new Standing({ baseUrl }).config({ signal })];
      controller.abort();
      for (const each of asked) await expect(each).rejects.toMatchObject({ name: 'AbortError' });
    },
  );
});

it('throws at once, with the time to wait, what the service asks to repeat after the time limit', async () => {
  let sent = 0;
  await answering(
    (_request, response) => {
      sent += 1;
      const headers = { 'content-type': 'application/json', 'retry-after': '20' };
      response.writeHead(429, headers).end('{"error":{"code":"RATE_LIMIT_EXCEEDED","message":"Later."}}');
    },
    async (baseUrl) => {
      const body = { entity_name: 'Juniper', jurisdiction: 'us-co' };
      const asking = new Standing({ baseUrl });
      const refused = { code: 'RATE_LIMIT_EXCEEDED', status: 429, retryAfterSeconds: 20 };
      await expect(asking.account({ timeoutMs: 10_000 })).rejects.toMatchObject(refused);
      await expect(asking.verify(body, { timeoutMs: 10_000, waitSeconds: 5 })).rejects.toMatchObject(refused);
      await expect(asking.verifyAndWait(body, { withinMs: 10_000 })).rejects.toMatchObject(refused);
      await expect(asking.searchAndWait(body, { withinMs: 10_000 })).rejects.toMatchObject(refused);
    },
  );
  expect(sent).toBe(4);
});

it.each(['', '.', '..'])('refuses %j as an id: it would lead to another path', async (id) => {
  const asking = new Standing({ baseUrl: 'http://127.0.0.1:9' });
  await expect(asking.revokeKey(id)).rejects.toThrow('is not an id');
});

it('stops waiting for a job on abort or after its time limit', async () => {
  const controller = new AbortController();
  await answering(
    (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"status":"pending","job_id":"job_1"}');
    },
    async (baseUrl) => {
      const body = { entity_name: 'Juniper', jurisdiction: 'us-co' };
      const patient = new Standing({ baseUrl });
      await expect(patient.verifyAndWait(body, { withinMs: 1 })).rejects.toMatchObject({ code: 'DATA_SOURCE_TIMEOUT' });
      const waiting = patient.verifyAndWait(body, { signal: controller.signal });
      controller.abort();
      await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
    },
  );
});

it('throws StandingError when nothing listens, and for an empty answer', async () => {
  const unreachable = new Standing({ baseUrl: 'http://127.0.0.1:9', apiKey: 'stnd_x', retries: 0 });
  const error = await unreachable.account().catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(StandingError);
  expect(error).toMatchObject({ status: 0, message: expect.stringContaining('could not be reached') });
  await answering(
    (_request, response) => response.end(),
    async (baseUrl) => {
      const empty = new Standing({ baseUrl, apiKey: 'stnd_x', retries: 0 });
      await expect(empty.account()).rejects.toBeInstanceOf(StandingError);
    },
  );
});

it('iterates over a list to its end, however short its pages are', async () => {
  const { key } = await service.signUp();
  const own = new Standing({ baseUrl: service.url, apiKey: key });
  const names = ['Nobody One', 'Nobody Two', 'Nobody Three'];
  for (const entity_name of names) {
    await own.verifyAndWait({ entity_name, jurisdiction: 'us-co', webhook_url: 'http://127.0.0.1:9/nobody' });
  }
  const jobs = await all(own.eachJob({ limit: 1 }));
  expect(jobs.map(({ entity_name }) => entity_name)).toEqual(names.toReversed());
  expect(await all(own.eachJob({ status: 'failed' }))).toEqual([]);
  const events = await all(own.eachEvent({ limit: 2 }));
  expect(events.map(({ payload }) => 'entity_name' in payload && payload.entity_name)).toEqual(names);
  expect(await all(own.eachEvent({ after: events[2]!.event_id }))).toEqual([]);
  const entries = await all(own.eachTransaction());
  expect(entries.map(({ amount }) => amount)).toEqual([-1, -1, -1, 50]);
});

it('searches and waits for every register', async () => {
  const found = await client.searchAndWait({ entity_name: 'juniper causeway', jurisdictions: ['us-co'] });
  expect(found).toMatchObject({ status: 'completed', jurisdictions_failed: [] });
  const results = await all(client.eachResult(found.search_id));
  expect(results.map(({ entity_name }) => entity_name)).toEqual(['Juniper Causeway LLC']);
});

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const collected: T[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}
