import { once } from 'node:events';
import { connect } from 'node:net';
import { promisify } from 'node:util';
import { AccountLimiter } from '../../src/core/concurrency/account-limiter.js';
import { toUuid } from '../../src/core/ids.js';
import { holdAccount, thoseWhoWait } from '../support/accounts.js';
import { record } from '../support/fakes.js';
import { startService, type Answer, type Service } from '../support/harness.js';
import { until } from '../support/until.js';

/** More than are admitted at once. */
const MANY = 40;
/** Two writers, plus the maximum number waiting for them. */
const MAX_CHARGES = 2 + 8_192;

let service: Service;
let accountLimiter: AccountLimiter;
let connections: () => Promise<number>;
let key: string;
beforeAll(async () => {
  service = await startService({
    prepare: (app) => {
      accountLimiter = app.get(AccountLimiter);
      const server = app.getHttpServer();
      connections = promisify(server.getConnections.bind(server));
    },
  });
});
afterAll(() => service.close());
beforeEach(async () => {
  ({ key } = await service.signUp());
  service.registries.of('us-co').records = [record({ id: '20230000001', name: 'Juniper Basin Freight LLC' })];
});

const verify = (name: string, waitSeconds: number) =>
  service.ask('POST', '/v1/verify', {
    key,
    headers: { prefer: `wait=${waitSeconds}` },
    body: { entity_name: name, jurisdiction: 'us-co' },
  });
/** The same request, but abortable. */
const ask = (name: string, signal: AbortSignal) =>
  fetch(`${service.url}/v1/verify`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key, prefer: 'wait=20' },
    body: JSON.stringify({ entity_name: name, jurisdiction: 'us-co' }),
    signal,
  });
const balance = async () => (await service.ask('GET', '/v1/account', { key })).body.credit_balance;

describe('the account limiter over HTTP', () => {
  it('answers every concurrent request, and charges each once', async () => {
    await verify('Juniper Basin Freight LLC', 10);
    const before = await balance();
    const answers = await Promise.all(Array.from({ length: MANY }, () => verify('Juniper Basin Freight LLC', 0)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(await balance()).toBe(before - MANY);
  });

  it('frees the places of finished requests, including those they waited for', async () => {
    const answers: Answer[] = [];
    for (let round = 0; round < 4; round++) {
      answers.push(
        ...(await Promise.all(Array.from({ length: MANY }, () => service.ask('GET', '/v1/account', { key })))),
      );
    }
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  });

  it('holds no place for a request that was cut off', async () => {
    const { port } = new URL(service.url);
    const head = `POST /v1/verify HTTP/1.1\r\nHost: standing\r\nX-API-Key: ${key}\r\n`;
    const { key: other } = await service.signUp();
    // The service has noticed what came before by the time it answers another account.
    const noticed = () => service.ask('GET', '/v1/account', { key: other });
    const sockets = Array.from({ length: MANY }, () => connect(Number(port), '127.0.0.1'));
    for (const socket of sockets) {
      socket.write(`${head}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{`);
      await once(socket, 'connect');
    }
    await noticed();
    for (const socket of sockets) socket.destroy();
    await noticed();
    expect((await service.ask('GET', '/v1/account', { key })).status).toBe(200);
  });

  it('holds back no request while others of the account wait for a register', async () => {
    let letGo = () => {};
    service.registries.of('us-co').held = new Promise((resolve) => (letGo = resolve));
    let open = MANY;
    const waiting = Promise.all(
      Array.from({ length: MANY }, (_, number) => verify(`Juniper Basin ${number} LLC`, 20).finally(() => (open -= 1))),
    );
    await until(async () => {
      const [row] = await service.db.rows<{ n: number }>(
        `select count(*)::int as n from jobs where entity_name like 'Juniper Basin % LLC' and status <> 'completed'`,
      );
      return row?.n === MANY;
    });
    expect((await service.ask('GET', '/v1/account', { key })).status).toBe(200);
    expect(open).toBe(MANY);
    letGo();
    service.registries.of('us-co').held = undefined;
    expect((await waiting).map(({ body }) => body.status ?? body.error.details.status)).not.toContain('pending');
  });

  it('does not start requests whose callers leave before their turn', async () => {
    await verify('Juniper Basin Freight LLC', 10);
    const { account_id: accountId, credit_balance: before } = (await service.ask('GET', '/v1/account', { key })).body;
    const letGo = await holdAccount(service.db, accountId);
    const connected = await connections();
    const leave = new AbortController();
    const asked = Array.from({ length: MANY }, () => ask('Juniper Basin Freight LLC', leave.signal));
    await until(async () => (await thoseWhoWait(service.db)).length > 0);
    leave.abort();
    expect((await Promise.allSettled(asked)).map(({ status }) => status)).toEqual(asked.map(() => 'rejected'));
    await until(async () => (await connections()) <= connected);
    await letGo();
    // Only admitted requests are charged.
    await until(async () => (await balance()) < before && accountLimiter.waiting === 0);
    await accountLimiter.idle(60_000);
    expect(before - (await balance())).toBeLessThan(MANY / 2);
  });

  it('refuses a request when very many wait, with its rate limit window and no charge', async () => {
    const { account_id: accountId, credit_balance: before } = (await service.ask('GET', '/v1/account', { key })).body;
    const entered: ReturnType<AccountLimiter['acquire']>[] = [];
    for (let full = false; !full;) {
      const entering = accountLimiter.acquire(accountId);
      full = await Promise.race([
        entering.then(() => false).catch(() => true),
        new Promise<false>((go) => setImmediate(go, false)),
      ]);
      if (!full) entered.push(entering);
    }
    const { status, headers, body } = await verify('Juniper Basin Freight LLC', 0);
    expect([status, body.error.code, body.error.details]).toEqual([
      429,
      'RATE_LIMIT_EXCEEDED',
      { retry_after_seconds: 1 },
    ]);
    const told = ['retry-after', 'x-ratelimit-limit', 'x-credits-charged', 'x-credits-remaining'];
    expect(told.map((name) => headers.get(name))).toEqual(['1', '100000', '0', String(before)]);
    expect(Number(headers.get('x-ratelimit-remaining'))).toBeGreaterThan(0);
    for (const entering of entered) (await entering)();
    expect(await balance()).toBe(before);
  });

  it('reports that the service is overloaded, and when to retry', async () => {
    const { account_id: accountId } = (await service.ask('GET', '/v1/account', { key })).body;
    await verify('Juniper Basin Freight LLC', 10);
    const letGo = await holdAccount(service.db, accountId);
    const lanes = service.db['semaphore'];
    const holder = toUuid(accountId);
    const entered = Array.from({ length: MAX_CHARGES }, () => lanes.acquire(holder));
    try {
      const { status, headers, body } = await verify('Juniper Basin Freight LLC', 0);
      expect([status, body.error.code, body.error.details]).toEqual([
        503,
        'DATA_SOURCE_UNAVAILABLE',
        { reason: 'overloaded', retry_after_seconds: 5 },
      ]);
      expect(body.error.message).toContain('This service has too many requests waiting');
      expect([headers.get('retry-after'), headers.get('x-credits-charged')]).toEqual(['5', '0']);
    } finally {
      await letGo();
      for (const entering of entered) (await entering)();
    }
    expect((await verify('Juniper Basin Freight LLC', 0)).status).toBe(200);
  });

  it('frees the places of callers that leave before their answers', async () => {
    let letGo = () => {};
    service.registries.of('us-co').held = new Promise((resolve) => (letGo = resolve));
    const leave = new AbortController();
    const { searches } = service.registries.of('us-co');
    const left = Array.from({ length: MANY }, (_, number) => ask(`Left Alone ${number} LLC`, leave.signal));
    await until(() => service.registries.of('us-co').searches > searches);
    leave.abort();
    expect((await Promise.allSettled(left)).map(({ status }) => status)).toEqual(left.map(() => 'rejected'));
    const answers = await Promise.all(Array.from({ length: MANY }, () => service.ask('GET', '/v1/account', { key })));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    letGo();
    service.registries.of('us-co').held = undefined;
  });
});
