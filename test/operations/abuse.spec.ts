import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import pg from 'pg';
import { apiKeyDigest, apiKeyPrefix, generateApiKey } from '../../src/core/accounts/keys/api-key.js';
import { newEmail, startService, type Service } from '../support/harness.js';

let service: Service;
beforeAll(async () => {
  service = await startService({ env: { REQUEST_TIMEOUT: '1s', MCP_ANONYMOUS_RATE_LIMIT: '3' } });
});
afterAll(() => service.close());

let other: Service | undefined;
afterEach(async () => {
  await other?.close();
  other = undefined;
});

const accessFrom = (from: Service, ip: string, email = newEmail()) =>
  from.ask('POST', '/v1/auth/request-access', {
    headers: { 'x-forwarded-for': ip },
    body: { email, accept_terms: true },
  });
const tryCode = (email: string, code: string, ip = '192.0.2.9') =>
  service.ask('POST', '/v1/auth/verify-access', { headers: { 'x-forwarded-for': ip }, body: { email, code } });
const wrongFor = (email: string) => (service.codeFor(email) === '000000' ? '000001' : '000000');

/** Returns a response without the parts that differ between any two. */
function shapeOf({ status, headers, body }: { status: number; headers: Headers; body: object }) {
  const own = new Set(['date', 'x-request-id']);
  return { status, headers: [...headers].filter(([name]) => !own.has(name)), body };
}

describe('POST /v1/auth/request-access and verify-access', () => {
  it('returns the same status, headers and body for a known, deleted and new address', async () => {
    const known = await service.signUp();
    const deleted = await service.signUp();
    expect((await service.ask('DELETE', '/v1/account', { key: deleted.key })).status).toBe(204);
    const addresses = [known.email, deleted.email, newEmail()];
    const asked = await Promise.all(addresses.map((email) => accessFrom(service, '192.0.2.10', email)));
    expect(
      new Set(asked.map((answer) => JSON.stringify({ ...shapeOf(answer), body: { ...answer.body, email: '' } }))).size,
    ).toBe(1);
    const tried = await Promise.all(addresses.map((email) => tryCode(email, wrongFor(email))));
    const never = await tryCode(newEmail(), '123456');
    expect(new Set([...tried, never].map((answer) => JSON.stringify(shapeOf(answer)))).size).toBe(1);
  });

  it('runs the same statements for a wrong code as for an address without a code', async () => {
    const pending = Array.from({ length: 5 }, () => newEmail());
    for (const [n, email] of pending.entries()) await accessFrom(service, `192.0.2.${50 + n}`, email);
    const overPending: Set<string>[] = [];
    const overNothing: Set<string>[] = [];
    for (const email of pending) {
      overPending.push(await statementsOf(() => tryCode(email, wrongFor(email))));
      overNothing.push(await statementsOf(() => tryCode(newEmail(), '123456')));
    }
    // Background work of the service does not appear in every attempt.
    const [ofPending, ofNothing] = [overPending, overNothing].map((tries) =>
      [...tries[0]!].filter((statement) => tries.every((one) => one.has(statement))).toSorted(),
    );
    expect(ofPending).not.toEqual([]);
    expect(ofPending).toEqual(ofNothing);
  });

  it('writes to disk also for an address that never requested a code', async () => {
    const committed = () => service.db.row<{ lsn: string }>('select pg_current_xact_id()::text as lsn');
    const before = BigInt((await committed())?.lsn ?? 0);
    await tryCode(newEmail(), '123456');
    // Each `committed()` takes a transaction id itself, so a difference of two means the attempt
    // wrote.
    expect(BigInt((await committed())?.lsn ?? 0) - before).toBeGreaterThanOrEqual(2n);
  });

  it('accepts 30 wrong codes a minute per address and network, and 300 codes per network', async () => {
    for (const email of [newEmail(), (await service.signUp()).email]) {
      const answers = await Promise.all(Array.from({ length: 40 }, () => tryCode(email, '123456', '203.0.113.1')));
      const refused = answers.filter(({ status }) => status === 429);
      expect(refused).toHaveLength(10);
      expect(refused[0]?.body.error.code).toBe('RATE_LIMIT_EXCEEDED');
      expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
      expect((await tryCode(email, '123456', '203.0.113.2')).body.error.code).toBe('INVALID_VERIFICATION_CODE');
    }
    const codes = Array.from({ length: 310 }, () => tryCode(newEmail(), '123456', '203.0.113.200'));
    const statuses = (await Promise.all(codes)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
  });
});

describe('the network limit for callers without credentials', () => {
  const OPEN_LIMIT = 4;
  beforeAll(async () => {
    open = await startService({ env: { OPEN_RATE_LIMIT: String(OPEN_LIMIT), REQUEST_TIMEOUT: '20s' } });
  });
  afterAll(() => open.close());
  let open: Service;

  it.each([
    ['POST', '/v1/auth/verify-access'],
    ['POST', '/v1/auth/request-access'],
    ['POST', '/oauth/token'],
    ['POST', '/oauth/register'],
    ['GET', '/oauth/authorize'],
    ['POST', '/oauth/interaction/none'],
    ['GET', '/oauth/interaction/none'],
    ['POST', '/checkout/test/none'],
  ])('is applied before the body is read: %s %s', async (method, path) => {
    const network = `2001:db8:${randomBytes(2).toString('hex')}:1`;
    // An invalid key does not bypass the limit.
    const ask = (host: number) =>
      answerToHead(open, `${method} ${path}`, { ip: `${network}::${host}`, key: `k${host}` });
    const statuses = [];
    for (let host = 1; host <= OPEN_LIMIT; host += 1) {
      const headers = { 'x-forwarded-for': `${network}::${host}`, 'x-api-key': 'none', accept: '*/*' };
      statuses.push((await fetch(open.url + path, { method, headers, redirect: 'manual' })).status);
    }
    expect(statuses).not.toContain(429);
    const answer = await ask(9);
    expect(answer).toMatch(/^HTTP\/1\.1 429 /);
    expect(answer).toMatch(/\r\nretry-after: \d+\r\n/i);
    expect(await answerToHead(open, `${method} ${path}`, { ip: `${network}2::1`, key: 'k', body: true })).not.toMatch(
      / 429 /,
    );
  });

  it('is not applied to a request with a valid key', async () => {
    const { key } = await open.signUp();
    const headers = { 'x-forwarded-for': '192.0.2.77' };
    const answers = [];
    for (let times = 0; times < 3 * OPEN_LIMIT; times += 1) {
      answers.push((await open.ask('GET', '/v1/account', { key, headers })).status);
    }
    expect(new Set(answers)).toEqual(new Set([200]));
  });
});

describe('a caller with unknown credentials', () => {
  const OPEN_LIMIT = 4;
  let guarded: Service;
  beforeAll(async () => {
    guarded = await startService({ env: { OPEN_RATE_LIMIT: String(OPEN_LIMIT) } });
  });
  afterAll(() => guarded.close());

  const mcp = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  it.each<[string, () => Record<string, string>, [string, string, unknown]]>([
    ['a key at /v1', () => ({ 'x-api-key': generateApiKey() }), ['GET', '/v1/account', undefined]],
    ['a key as Bearer', () => ({ authorization: `Bearer ${generateApiKey()}` }), ['GET', '/v1/billing', undefined]],
    ['a token at /v1', () => ({ authorization: `Bearer ${randomUUID()}` }), ['GET', '/v1/account', undefined]],
    ['a key at /mcp', () => ({ 'x-api-key': generateApiKey() }), ['POST', '/mcp', mcp]],
    ['a key at /a2a', () => ({ 'x-api-key': generateApiKey() }), ['POST', '/a2a', mcp]],
  ])('causes only a few lookups a minute per network: %s', async (_what, credential, [method, path, body]) => {
    const network = `2001:db8:${randomBytes(2).toString('hex')}:1`;
    const { key } = await guarded.signUp();
    const ask = (headers: Record<string, string>, host: number, from = network) =>
      guarded.ask(method, path, { headers: { 'x-forwarded-for': `${from}::${host}`, ...headers }, body });
    const known = () => ask({ 'x-api-key': key }, 1).then(({ status }) => status);
    const before = await known();
    expect(before).not.toBe(401);
    const lookups = jest.spyOn(guarded.db, 'row');
    try {
      const asked = Array.from({ length: 5 * OPEN_LIMIT }, (_, host) => ask(credential(), host));
      const statuses = (await Promise.all(asked)).map(({ status }) => status);
      expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(OPEN_LIMIT);
      expect(new Set(statuses)).toEqual(new Set([401, 429]));
      const lookedUp = lookups.mock.calls.filter(([sql]) => /from (api_keys|oauth_records)/.test(sql)).length;
      expect(lookedUp).toBeGreaterThan(0);
      expect(lookedUp).toBeLessThanOrEqual(OPEN_LIMIT);
    } finally {
      lookups.mockRestore();
    }
    const { status, headers, body: refusal } = await ask(credential(), 1);
    expect([status, refusal.error.code]).toEqual([429, 'RATE_LIMIT_EXCEEDED']);
    expect(headers.get('retry-after')).toBe(String(refusal.error.details.retry_after_seconds));
    // Known keys and other networks are not affected.
    expect(await known()).toBe(before);
    expect((await ask(credential(), 1, `${network}2`)).status).toBe(401);
  });
});

/** Returns the response to a request whose body is announced, but only sent if `body` is true. */
async function answerToHead(
  to: Service,
  line: string,
  { ip, key, body = false }: { ip: string; key: string; body?: boolean },
) {
  const { hostname, port } = new URL(to.url);
  const socket = connect(Number(port), hostname);
  const length = line.startsWith('GET') ? '' : 'Content-Type: application/json\r\nContent-Length: 2\r\n';
  const rest = body && length !== '' ? '{}' : '';
  socket.write(`${line} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${ip}\r\nX-API-Key: ${key}\r\n${length}\r\n${rest}`);
  const [answer] = await once(socket, 'data');
  socket.destroy();
  return String(answer);
}

describe('a key among others of one account', () => {
  it('has a window of its own, and is not refused for requests of other keys', async () => {
    other = await startService({ env: { RATE_LIMIT_PER_MINUTE: '2' } });
    const { key, email } = await other.signUp();
    const keys = [key];
    const owner = await other.db.row<{ id: string }>('select id from accounts where email = $1', [email]);
    while (keys.length < 24) {
      const made = generateApiKey();
      await other.db.change(
        `insert into api_keys (id, account_id, label, prefix, digest, rate_limit_per_minute, created_at) values (gen_random_uuid(), $1, $2, $3, decode($4, 'hex'), 2, now())`,
        [owner?.id, `key ${keys.length}`, apiKeyPrefix(made), apiKeyDigest(made)],
      );
      keys.push(made);
    }
    for (const each of keys) {
      for (let times = 0; times < 2; times += 1) {
        const { status } = await other.ask('GET', '/v1/account', { key: each });
        expect({ each, status }).toEqual({ each, status: 200 });
      }
    }
    expect((await other.ask('GET', '/v1/account', { key })).status).toBe(429);
  });
});

describe('a network address', () => {
  it('is read from the connection, whatever an untrusted caller sends', async () => {
    other = await startService({ env: { TRUSTED_PROXIES: '192.0.2.0/24' } });
    const answers = [];
    for (let i = 0; i < 22; i++) answers.push((await accessFrom(other, `198.51.100.${i}`)).status);
    expect(answers.filter((status) => status === 200)).toHaveLength(20);
  });

  it('is limited by its IPv6 /64 when codes are requested', async () => {
    const statuses = [];
    for (let i = 0; i < 22; i++) statuses.push((await accessFrom(service, `2001:db8:7:7::${i}`)).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(20);
    expect((await accessFrom(service, '2001:db8:7:8::1')).status).toBe(200);
  });

  it('is limited by its IPv6 /64 when agents call without credentials', async () => {
    const call = (ip: string) =>
      service.ask('POST', '/mcp', {
        headers: { 'x-forwarded-for': ip, accept: 'application/json, text/event-stream' },
        body: { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} },
      });
    const statuses = [];
    for (let i = 1; i <= 5; i++) statuses.push((await call(`2001:db8:9:9:${i}::1`)).status);
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
    expect((await call('2001:db8:9:a::1')).status).toBe(200);
  });
});

describe('a client that abuses its connection', () => {
  it.each([
    ['never ends its headers', 'POST /v1/verify HTTP/1.1\r\nHost: x\r\nX-Slow: '],
    [
      'never ends its body',
      'POST /v1/auth/request-access HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{"em',
    ],
  ])('is cut off with an error when it %s', async (_what, sent) => {
    // If the service does not cut the connection, the test times out.
    const body = await raw(sent);
    expect(body.error).toMatchObject({ code: 'VALIDATION_ERROR', message: 'The request did not arrive in time.' });
  });

  it('is refused with a contract error for more than 16 kB of headers', async () => {
    const body = await raw(`GET /v1/config HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`);
    expect(body.error).toMatchObject({ code: 'VALIDATION_ERROR', message: 'The headers are larger than 16 kB.' });
  });

  it('is refused before its body is read when it announces more than 100 kB', async () => {
    const head =
      'POST /v1/auth/request-access HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json';
    const body = await raw(`${head}\r\nContent-Length: 9000000000\r\n\r\n{`);
    expect(body.error).toMatchObject({ code: 'VALIDATION_ERROR', message: 'The body is larger than 100 kB.' });
  });
});

async function raw(sent: string): Promise<any> {
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  socket.write(sent);
  let answer = '';
  for await (const chunk of socket) answer += String(chunk);
  return JSON.parse(answer.slice(answer.indexOf('{')));
}

async function statementsOf(work: () => Promise<unknown>): Promise<Set<string>> {
  const asked = jest.spyOn(pg.Client.prototype, 'query');
  try {
    await work();
    return new Set(
      (asked.mock.calls as unknown[][]).map(([query]) =>
        typeof query === 'string' ? query : (query as { text: string }).text,
      ),
    );
  } finally {
    asked.mockRestore();
  }
}
