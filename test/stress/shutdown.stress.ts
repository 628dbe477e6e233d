import { randomUUID } from 'node:crypto';
import { once as event } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { callTool } from '../support/call-tool.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { record } from '../support/fakes.js';
import { startService, type Service } from '../support/harness.js';
import { keyFrom, startProgram } from '../support/program.js';
import { startReceiver } from '../support/receiver.js';
import { describeWithRedis } from '../support/redis.js';
import { until } from '../support/until.js';

/** A process that has not closed its server by then is killed. */
const CLOSING_LIMIT_MS = 18_000;

let database: TestDatabase;
const running = new Set<Service>();
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  for (const service of running) await service.close();
  running.clear();
  await database.drop();
});

async function start(env: Record<string, string> = {}): Promise<Service> {
  const service = await startService({ databaseUrl: database.url, env });
  running.add(service);
  return service;
}

async function end(service: Service): Promise<void> {
  running.delete(service);
  await service.close();
}

const verify = (service: Service, key: string, body: object, headers: Record<string, string> = {}) =>
  service.ask('POST', '/v1/verify', { key, headers, body: { jurisdiction: 'us-co', ...body } });

interface RetrievalRow {
  attempts: number;
  claims: number;
  finished: boolean;
}

/** Returns the only retrieval once it satisfies `wanted`. */
const once = ({ db }: Service, wanted: (row: RetrievalRow) => boolean): Promise<RetrievalRow> =>
  until(async () => {
    const row = await db.row<RetrievalRow>(
      'select attempts, claims, finished_at is not null as finished from retrievals',
    );
    return row && wanted(row) ? row : undefined;
  });

/** Queries the database directly, without a running process. */
async function rowsOf(query: string): Promise<object[]> {
  const session = new Client({ connectionString: database.url });
  await session.connect();
  try {
    return (await session.query(query)).rows;
  } finally {
    await session.end();
  }
}

const underWay = (service: Service) => once(service, ({ claims }) => claims > 0);
const finished = (service: Service) => once(service, (row) => row.finished);

/**
 * Sends waiting requests through every interface, ends the process, and checks the answers to the
 * waiting callers.
 */
async function waitAndEnd(service: Service): Promise<{ closing: Promise<void> }> {
  service.registries.of('us-co').delayMs = 60_000;
  const { key } = await service.signUp();
  const waiting = [
    verify(service, key, { entity_name: 'Waiting Room LLC' }, { prefer: 'wait=25' }),
    service.ask('POST', '/v1/search', {
      key,
      headers: { prefer: 'wait=25' },
      body: { entity_name: 'Waiting Room LLC', jurisdictions: ['us-co'] },
    }),
    callTool(
      service,
      'verify_business',
      { entity_name: 'Waiting Room LLC', jurisdiction: 'us-co', wait_seconds: 25 },
      { key },
    ),
  ];
  await until(async () => (await service.db.rows('select from jobs')).length === waiting.length);
  const closing = end(service);
  const [verified, searched, called] = await Promise.all(waiting);
  expect([verified!.status, verified!.body.status]).toEqual([202, 'pending']);
  expect(verified!.body.job_id).toMatch(/^job_/);
  expect([searched!.status, searched!.body.status]).toEqual([202, 'pending']);
  expect(called!.body.result.structuredContent).toMatchObject({
    status: 'pending',
    job_id: expect.stringMatching(/^job_/),
  });
  return { closing };
}

const within = (limitMs: number, closing: Promise<void>) =>
  Promise.race([closing.then(() => 'closed'), sleep(limitMs, 'still open', { ref: false })]);

async function connected(socket: Socket): Promise<Socket> {
  // The other side may end the connection in any way.
  socket.on('error', () => undefined);
  await event(socket, 'connect');
  return socket;
}

describe('a process that ends', () => {
  it('answers waiting callers with the pending job, through every interface', async () => {
    const service = await start();
    const { closing } = await waitAndEnd(service);
    expect(await within(CLOSING_LIMIT_MS, closing)).toBe('closed');
  });

  it('closes the connections that wait for no answer', async () => {
    const service = await start();
    const { hostname, port } = new URL(service.url);
    const silent = await connected(connect(Number(port), hostname));
    const halfway = await connected(connect(Number(port), hostname));
    halfway.write('GET /v1/jurisdictions HTTP/1.1\r\nhost: localhost\r\n');
    await sleep(100);
    expect(await within(CLOSING_LIMIT_MS, end(service))).toBe('closed');
    for (const socket of [silent, halfway]) socket.destroy();
  });

  it('exits by itself and without an error, even while callers wait', async () => {
    const program = await startProgram({ DATABASE_URL: database.url });
    const { hostname, port } = new URL(program.url);
    const silent = await connected(connect(Number(port), hostname));
    const key = await keyFrom(program);
    const waiting = fetch(`${program.url}/v1/verify`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json', prefer: 'wait=25' },
      body: JSON.stringify({ jurisdiction: 'us-co', entity_name: 'Sandbox Timeout LLC' }),
    });
    await until(async () => (await rowsOf('select from jobs')).length > 0);
    const ended = program.stop('SIGTERM');
    expect((await waiting).status).toBe(202);
    expect(await ended).toBe(0);
    silent.destroy();
  });

  it('finishes a webhook delivery that is under way, and delivers it once', async () => {
    const receiver = await startReceiver();
    receiver.answer = (_n, response) => void setTimeout(() => response.writeHead(204).end(), 1_500);
    try {
      const service = await start({ WEBHOOK_ALLOW_PRIVATE: 'true' });
      const { key } = await service.signUp();
      await verify(service, key, { entity_name: 'Parting Word LLC', webhook_url: receiver.url });
      await receiver.first(1);
      await end(service);
      const next = await start({ WEBHOOK_ALLOW_PRIVATE: 'true' });
      const deliveries = await next.db.rows('select status, jsonb_array_length(attempts) as attempts from deliveries');
      expect(deliveries).toEqual([{ status: 'delivered', attempts: 1 }]);
      expect(receiver.received).toHaveLength(1);
    } finally {
      await receiver.close();
    }
  });

  it('reports not ready first, and answers as usual during the shutdown delay', async () => {
    const program = await startProgram({ DATABASE_URL: database.url, SHUTDOWN_DELAY: '5s' });
    const ended = program.stop('SIGTERM');
    await until(async () => (await fetch(`${program.url}/health/ready`)).status === 503);
    expect((await fetch(`${program.url}/v1/jurisdictions`)).status).toBe(200);
    expect(await ended).toBe(0);
    await expect(fetch(`${program.url}/health/live`)).rejects.toThrow('fetch failed');
  });

  it('releases what it has begun, without counting an attempt', async () => {
    const service = await start();
    service.registries.of('us-co').delayMs = 60_000;
    const { key } = await service.signUp();
    await verify(service, key, { entity_name: 'Handed Back LLC' });
    await underWay(service);
    await end(service);
    // It can be claimed at once, not only after the claim of a dead worker expires.
    expect(await rowsOf('select attempts, claims, claimed_until, due_at <= now() as is_due from retrievals')).toEqual([
      { attempts: 0, claims: 1, claimed_until: null, is_due: true },
    ]);
    expect(await finished(await start())).toMatchObject({ attempts: 1, claims: 2 });
  });
});

describeWithRedis('a process that only answers', (redisUrl) => {
  it('answers waiting callers and closes', async () => {
    const { closing } = await waitAndEnd(await start({ REDIS_URL: redisUrl, ROLE: 'api' }));
    expect(await within(CLOSING_LIMIT_MS, closing)).toBe('closed');
  });
});

describeWithRedis('a worker that ends beside another', (redisUrl) => {
  it('hands over its work at once, not when its claim expires', async () => {
    const leaving = await start({ REDIS_URL: redisUrl });
    leaving.registries.of('us-co').delayMs = 60_000;
    const { key } = await leaving.signUp();
    const name = `Handed Over ${randomUUID()} LLC`;
    await verify(leaving, key, { entity_name: name });
    await underWay(leaving);
    const staying = await start({ REDIS_URL: redisUrl, ROLE: 'worker' });
    staying.registries.of('us-co').records = [record({ id: '20210000001', name })];
    await end(leaving);
    expect(await finished(staying)).toMatchObject({ attempts: 1, claims: 2 });
  });
});
