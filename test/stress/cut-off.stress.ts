import { Client } from 'pg';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { FaultyProxy } from '../support/faulty-proxy.js';
import { keyFrom, startProgram, type Program } from '../support/program.js';
import { describeWithRedis } from '../support/redis.js';
import { until } from '../support/until.js';

const REDIRECT = 'http://127.0.0.1/callback';
const VERIFY = { entity_name: 'CutOff Ways LLC', jurisdiction: 'us-co' };
const CALL = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'get_account', arguments: {} } };
const MESSAGE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'SendMessage',
  params: { message: { messageId: 'm', role: 'ROLE_USER', parts: [{ data: { tool: 'get_account', arguments: {} } }] } },
};

interface Asked {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: unknown;
  form?: Record<string, string>;
}

interface Answer {
  status: number;
  headers: Headers;
  body: any;
  text: string;
}

/** One process behind proxies to its servers, with a client for all of its interfaces. */
class CutOff {
  private constructor(
    readonly database: TestDatabase,
    readonly proxy: FaultyProxy,
    readonly program: Program,
    readonly key: string,
    readonly clientId: string,
    readonly visit: { path: string; cookie: string },
  ) {}

  static async start(env: Record<string, string> = {}): Promise<CutOff> {
    const database = await createTestDatabase();
    const proxy = await FaultyProxy.before(database.url);
    const program = await startProgram({ DATABASE_URL: proxy.url, ...env });
    const key = await keyFrom(program);
    const registered = await ask(program, {
      path: '/oauth/register',
      body: { redirect_uris: [REDIRECT], token_endpoint_auth_method: 'none' },
    });
    const clientId = registered.body.client_id as string;
    const begun = await ask(program, { method: 'GET', path: authorizePath(clientId) });
    const { pathname } = new URL(begun.headers.get('location') ?? '', program.url);
    const cookie = begun.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
    return new CutOff(database, proxy, program, key, clientId, { path: pathname, cookie });
  }

  ask(asked: Asked): Promise<Answer> {
    return ask(this.program, asked);
  }

  verify(name: string, idempotencyKey?: string): Promise<Answer> {
    const body = { ...VERIFY, entity_name: name };
    const headers = { 'x-api-key': this.key, ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}) };
    return this.ask({ path: '/v1/verify', headers, body });
  }

  /** Returns its idempotency claims, read from the database without the proxy. */
  async claims(where: string): Promise<{ key: string; fingerprint: string; taken_over: boolean }[]> {
    const session = new Client({ connectionString: this.database.url });
    await session.connect();
    try {
      const { rows } = await session.query(
        `select key, fingerprint, claimed_at > created_at as taken_over from idempotency_keys where ${where}`,
      );
      return rows;
    } finally {
      await session.end();
    }
  }

  /** Verifies a new name and waits for the answer. */
  async verifyAnew(name: string): Promise<void> {
    const { body } = await this.verify(name);
    const path = `/v1/verify/status/${body.job_id}`;
    // An absent business is reported as 404.
    await until(
      async () => (await this.ask({ method: 'GET', path, headers: { 'x-api-key': this.key } })).status === 404,
    );
  }

  balance(): Promise<Answer> {
    return this.ask({ method: 'GET', path: '/v1/billing', headers: { 'x-api-key': this.key } });
  }

  async isReady(): Promise<boolean> {
    return (await this.ask({ method: 'GET', path: '/health/ready' })).status === 200;
  }

  async stop(): Promise<void> {
    this.proxy.restore();
    await this.program.stop('SIGKILL');
    this.proxy.close();
    await this.database.drop();
  }
}

async function ask(program: Program, { method = 'POST', path, headers = {}, body, form }: Asked): Promise<Answer> {
  const response = await fetch(program.url + path, {
    method,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    body: form ? new URLSearchParams(form) : body === undefined ? undefined : JSON.stringify(body),
    redirect: 'manual',
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : undefined };
}

function authorizePath(clientId: string): string {
  const asked = {
    client_id: clientId,
    redirect_uri: REDIRECT,
    response_type: 'code',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  };
  return `/oauth/authorize?${new URLSearchParams(asked).toString()}`;
}

/** One request for each interface that needs the database. */
function inTheContractsShape({ key }: CutOff): [string, Asked][] {
  const headers = { 'x-api-key': key };
  return [
    ['a verification', { path: '/v1/verify', headers, body: VERIFY }],
    ['a search', { path: '/v1/search', headers, body: { entity_name: 'CutOff', jurisdictions: ['us-co'] } }],
    ['the account', { method: 'GET', path: '/v1/account', headers }],
    ['the ledger', { method: 'GET', path: '/v1/billing', headers }],
    ['an entity', { method: 'GET', path: '/v1/entity/ent_01k00000000000000000000000', headers }],
    ['a token', { method: 'GET', path: '/v1/account', headers: { authorization: 'Bearer unknown' } }],
    ['a newcomer', { path: '/v1/auth/request-access', body: { email: 'new@example.com', accept_terms: true } }],
    ['MCP', { path: '/mcp', headers: { ...headers, accept: 'application/json, text/event-stream' }, body: CALL }],
    ['A2A', { path: '/a2a', headers, body: MESSAGE }],
  ];
}

function inTheShapeOfOAuth({ clientId }: CutOff): [string, Asked][] {
  const form = { grant_type: 'refresh_token', refresh_token: 'unknown', client_id: clientId };
  return [
    ['a token', { path: '/oauth/token', form }],
    ['a registration', { path: '/oauth/register', body: { redirect_uris: [REDIRECT] } }],
  ];
}

function asPages({ clientId, visit }: CutOff): [string, Asked][] {
  const headers = { accept: 'text/html', cookie: visit.cookie };
  return [
    ['an authorization', { method: 'GET', path: authorizePath(clientId), headers }],
    ['the sign-in page', { method: 'GET', path: visit.path, headers }],
  ];
}

async function expectUnavailable(cutOff: CutOff): Promise<void> {
  for (const [what, asked] of inTheContractsShape(cutOff)) {
    const { status, headers, body } = await cutOff.ask(asked);
    expect({ what, status, retryAfter: headers.get('retry-after'), body }).toEqual({
      what,
      status: 503,
      retryAfter: '5',
      body: {
        error: {
          code: 'DATA_SOURCE_UNAVAILABLE',
          message: 'This service cannot reach its database at the moment.',
          details: { reason: 'database_unavailable', retry_after_seconds: 5 },
          suggestion: expect.stringContaining('Idempotency-Key'),
        },
      },
    });
  }
  for (const [what, asked] of inTheShapeOfOAuth(cutOff)) {
    const { status, headers, body } = await cutOff.ask(asked);
    const found = { what, status, retryAfter: headers.get('retry-after'), error: body?.error };
    expect(found).toEqual({ what, status: 503, retryAfter: '5', error: 'temporarily_unavailable' });
  }
  for (const [what, asked] of asPages(cutOff)) {
    const { status, headers, text } = await cutOff.ask(asked);
    const found = { what, status, retryAfter: headers.get('retry-after'), isPage: text.startsWith('<!doctype html>') };
    expect(found).toEqual({ what, status: 503, retryAfter: '5', isPage: true });
  }
}

async function expectAlive({ program }: CutOff): Promise<void> {
  for (const path of ['/health/live', '/metrics', '/v1/config', '/v1/jurisdictions', '/openapi.json']) {
    const { status } = await ask(program, { method: 'GET', path });
    expect({ path, status }).toEqual({ path, status: 200 });
  }
  const { status, body } = await ask(program, { method: 'GET', path: '/health/ready' });
  expect([status, body.checks.postgres.status]).toEqual([503, 'down']);
}

describe('a process that is cut off from Postgres', () => {
  let cutOff: CutOff;
  beforeEach(async () => {
    cutOff = await CutOff.start();
  });
  afterEach(() => cutOff.stop());

  const outageBegan = () =>
    until(() => cutOff.program.output.some((line) => line.includes('Postgres cannot be reached')));

  it.each([
    ['whose connections go silent', () => cutOff.proxy.partition()],
    [
      'whose connections end, and that gets no new one',
      () => {
        cutOff.proxy.fail('refusing');
        cutOff.proxy.cut();
      },
    ],
  ])('returns 503 where it needs Postgres, reports not ready, and recovers: %s', async (_how, disconnect) => {
    await cutOff.verifyAnew('Before It LLC');
    disconnect();
    const underWay = cutOff.balance();
    await outageBegan();
    await expectUnavailable(cutOff);
    await expectAlive(cutOff);
    expect((await underWay).status).toBe(503);
    cutOff.proxy.restore();
    await until(() => cutOff.isReady());
    await cutOff.verifyAnew('After It LLC');
  });
});

/**
 * Checks that the key is free at once, rather than taken over from a claim that expired after a
 * minute.
 */
async function expectDoneOnce(cutOff: CutOff, name: string, key: string): Promise<void> {
  const { status } = await until(async () => {
    const answer = await cutOff.verify(name, key);
    return answer.status !== 503 && answer.status !== 409 && answer;
  });
  // A job, or 404 if the register has already answered.
  expect([202, 404]).toContain(status);
  expect(await cutOff.claims(`key = '${key}'`)).toEqual([expect.objectContaining({ taken_over: false })]);
  expect((await cutOff.verify(name, key)).headers.get('idempotency-replayed')).toBe('true');
}

describe('a request under an Idempotency-Key that failed with the database', () => {
  let cutOff: CutOff;
  beforeEach(async () => {
    cutOff = await CutOff.start();
  });
  afterEach(() => cutOff.stop());

  it('can be repeated as soon as the database is back, when it had claimed its key', async () => {
    cutOff.proxy.stopAt('held fast llc', 'hold');
    const first = cutOff.verify('held fast llc', 'held');
    await until(async () => (await cutOff.claims(`key = 'held'`)).length === 1);
    cutOff.proxy.fail('refusing');
    cutOff.proxy.cut();
    expect((await first).status).toBe(503);
    cutOff.proxy.restore();
    await expectDoneOnce(cutOff, 'held fast llc', 'held');
  });

  it('can be repeated at once when only the answer to its claim was lost', async () => {
    await cutOff.verify('Lost Word LLC', 'known');
    const [known] = await cutOff.claims(`key = 'known'`);
    cutOff.proxy.stopAt(known?.fingerprint ?? '', 'lose the answer');
    expect((await cutOff.verify('Lost Word LLC', 'lost')).status).toBe(503);
    expect(await cutOff.claims(`key = 'lost'`)).toHaveLength(1);
    cutOff.proxy.restore();
    await expectDoneOnce(cutOff, 'Lost Word LLC', 'lost');
  });
});

describeWithRedis('a process that is cut off from Redis', (redisUrl) => {
  it('verifies with local counts, stays ready, and returns to shared counts when Redis is back', async () => {
    const proxy = await FaultyProxy.before(redisUrl);
    const cutOff = await CutOff.start({ REDIS_URL: proxy.url });
    const countedBy = async (where: string) =>
      Number(
        new RegExp(`standing_rate_limit_counts_total{where="${where}"} (\\d+)`).exec(
          (await cutOff.ask({ method: 'GET', path: '/metrics' })).text,
        )?.[1] ?? 0,
      );
    try {
      proxy.partition();
      expect((await cutOff.verify('Meanwhile LLC')).status).toBe(202);
      expect(await countedBy('local')).toBeGreaterThan(0);
      expect(await cutOff.isReady()).toBe(true);
      proxy.restore();
      const before = await countedBy('shared');
      await until(async () => (await cutOff.balance()).status === 200 && (await countedBy('shared')) > before);
      await cutOff.verifyAnew('Afterwards LLC');
    } finally {
      await cutOff.stop();
      proxy.close();
    }
  });
});
