import { connect, type Socket } from 'node:net';
import { startService, type Service } from '../support/harness.js';
import { until } from '../support/until.js';
import { tokenIn, Visitor } from '../console/visitor.js';

const ADMIN_API_KEY = 'an admin key of this test, long enough';
let service: Service;
/** Waits for bodies longer than a test may last. */
let patient: Service;
beforeAll(async () => {
  service = await startService({ env: { ADMIN_API_KEY, REQUEST_TIMEOUT: '1s' } });
  patient = await startService({ env: { ADMIN_API_KEY } });
});
afterAll(async () => {
  await service.close();
  await patient.close();
});

const JSON_TYPE = 'application/json';
const MULTIPART = 'multipart/form-data; boundary=b';
const FIELD = '--b\r\ncontent-disposition: form-data; name="max_credits"\r\n\r\n1';

/** Announces a large body and sends a part of it. */
function open(to: Service, line: string, headers: Record<string, string>, part = '{'): Socket {
  const { hostname, port } = new URL(to.url);
  const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
  const given = { host: `${hostname}:${port}`, 'content-length': '90000', ...headers };
  const head = Object.entries(given).map(([name, value]) => `${name}: ${value}`);
  socket.write([`${line} HTTP/1.1`, ...head, '', part].join('\r\n'));
  return socket;
}

/** Returns what the service sends until it closes its side, while the client keeps its own open. */
async function answerUntilClosed(socket: Socket): Promise<string> {
  let received = '';
  for await (const data of socket) received += String(data);
  socket.destroy();
  return received;
}

describe('a body that has not arrived', () => {
  const wrong = { 'x-api-key': 'stnd_wrong' };
  it.each<[string, string, Record<string, string>, number]>([
    ['no key', 'POST /v1/batches', { 'content-type': 'text/csv' }, 401],
    ['a wrong key', 'POST /v1/batches', { 'content-type': 'text/csv', ...wrong }, 401],
    ['no key', 'POST /v1/verify', { 'content-type': JSON_TYPE }, 401],
    ['a wrong key', 'POST /v1/verify', { 'content-type': JSON_TYPE, ...wrong }, 401],
    ['a wrong token', 'POST /v1/search', { 'content-type': JSON_TYPE, authorization: 'Bearer none' }, 401],
    ['a wrong key', 'POST /mcp', { 'content-type': JSON_TYPE, ...wrong }, 401],
    ['a wrong key', 'POST /a2a', { 'content-type': JSON_TYPE, ...wrong }, 401],
    ['no admin key', 'POST /v1/admin/accounts', { 'content-type': JSON_TYPE }, 401],
    ['a wrong admin key', 'POST /v1/admin/accounts', { 'content-type': JSON_TYPE, 'x-admin-key': 'wrong' }, 403],
    ['no session', 'POST /console/batches', { 'content-type': MULTIPART }, 403],
    ['no session', 'POST /console/batches', { 'content-type': 'application/x-www-form-urlencoded' }, 403],
    ['no session', 'POST /console/verify', { 'content-type': 'application/x-www-form-urlencoded' }, 403],
    ['no session', 'POST /console/admin/accounts', { 'content-type': 'application/x-www-form-urlencoded' }, 403],
    ['no cookie', 'POST /oauth/interaction/x', { 'content-type': 'application/x-www-form-urlencoded' }, 404],
    ['a wrong cookie', 'POST /oauth/interaction/x', { 'content-type': JSON_TYPE, cookie: '_interaction=x' }, 404],
    ['no session', 'POST /checkout/test/x', { 'content-type': 'application/x-www-form-urlencoded' }, 404],
    ['another site', 'POST /checkout/test/x', { 'content-type': MULTIPART, 'sec-fetch-site': 'cross-site' }, 403],
  ])('is refused for %s, and its connection is closed: %s', async (_who, line, headers, status) => {
    const answer = await answerUntilClosed(open(patient, line, headers));
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(answer).toMatch(/\r\nconnection: close\r\n/i);
  });

  it.each([
    'POST /nothing',
    'POST /v1/nothing',
    'PUT /v1/verify',
    'POST /OAUTH/token',
    'POST /oauth/TOKEN',
    'DELETE /console',
    'POST /console/nothing',
    'PUT /health',
  ])('is not waited for where nothing is, and its connection is closed: %s', async (line) => {
    for (const type of [JSON_TYPE, 'text/csv', 'application/x-www-form-urlencoded', MULTIPART]) {
      const answer = await answerUntilClosed(open(patient, line, { 'content-type': type }));
      expect(answer).toMatch(/^HTTP\/1.1 40[34] /);
      expect(answer).toMatch(/\r\nconnection: close\r\n/i);
    }
  });

  it.each<[string, Record<string, string>, number]>([
    ['POST /v1/verify', {}, 401],
    ['POST /v1/nothing', {}, 404],
    ['POST /mcp', wrong, 401],
    ['POST /console/batches', {}, 403],
  ])('is not asked for by 100 Continue where it is refused: %s', async (line, headers, status) => {
    const expecting = { 'content-type': JSON_TYPE, expect: '100-continue', ...headers };
    const answer = await answerUntilClosed(open(patient, line, expecting, ''));
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  });

  it.each(['DELETE /mcp', 'PUT /mcp', 'PATCH /mcp', 'GET /mcp'])(
    'is not waited for where no method takes one, and its connection is closed: %s',
    async (line) => {
      const answer = await answerUntilClosed(open(patient, line, { 'content-type': JSON_TYPE }));
      expect(answer).toMatch(/^HTTP\/1.1 405 /);
      expect(answer).toMatch(/\r\nconnection: close\r\n/i);
    },
  );

  it('is not waited for when the client expects what the service does not know', async () => {
    const answer = await answerUntilClosed(open(patient, 'POST /v1/verify', { expect: 'nonsense' }));
    expect(answer).toMatch(/^HTTP\/1.1 417 /);
    expect(answer).toMatch(/\r\nconnection: close\r\n/i);
  });

  it('is asked for by 100 Continue once its sender is known', async () => {
    const { key } = await patient.signUp();
    const headers = { 'content-type': JSON_TYPE, expect: '100-continue', 'x-api-key': key, 'content-length': '2' };
    const socket = open(patient, 'POST /v1/verify', { ...headers, connection: 'close' }, '');
    let received = '';
    socket.on('data', (data) => (received += String(data)));
    await until(() => received.includes('\r\n\r\n'));
    expect(received).toMatch(/^HTTP\/1.1 100 /);
    socket.write('{}');
    await until(() => received.includes('body.entity_name is required'));
    socket.destroy();
  });

  it('is refused for a form without the token of its page', async () => {
    const visitor = await Visitor.signedIn(service);
    const headers = { 'content-type': MULTIPART, cookie: visitor.cookieHeader };
    const stolen = tokenIn((await (await Visitor.signedIn(service)).get('/console/batches')).html);
    for (const query of ['', '?form_token=', `?form_token=${stolen}`]) {
      expect(await answerUntilClosed(open(service, `POST /console/batches${query}`, headers, FIELD))).toMatch(
        /^HTTP\/1.1 403 /,
      );
    }
  });

  it.each([
    ['a form that does not reach its file', MULTIPART, FIELD],
    ['a form without a file', 'application/x-www-form-urlencoded', 'file=a'],
    [
      'a file that stops arriving',
      MULTIPART,
      `${FIELD}\r\n--b\r\ncontent-disposition: form-data; name="file"\r\n\r\nx`,
    ],
  ])('ends after the time limit for %s', async (_what, type, part) => {
    const visitor = await Visitor.signedIn(service);
    const token = tokenIn((await visitor.get('/console/batches')).html);
    const headers = { 'content-type': type, cookie: visitor.cookieHeader };
    // If the service does not cut the connection, the test times out.
    const answer = await answerUntilClosed(open(service, `POST /console/batches?form_token=${token}`, headers, part));
    expect(answer).toContain('The request did not arrive in time.');
  });
});

describe('a network without credentials', () => {
  const LIMIT = 3;
  let limited: Service;
  beforeAll(async () => {
    limited = await startService({ env: { ADMIN_API_KEY, OPEN_RATE_LIMIT: String(LIMIT) } });
  });
  afterAll(() => limited.close());

  let network = 0;
  it.each([
    'POST /v1/verify',
    'POST /v1/batches',
    'POST /v1/admin/accounts',
    'GET /v1/account',
    'POST /v1/nothing',
    'POST /nothing',
    'POST /console/batches',
    'POST /oauth/interaction/x',
    'POST /checkout/test/x',
    'GET /console/jobs',
    'GET /console/admin/accounts',
  ])('is counted before the body is read: %s', async (line) => {
    network += 1;
    const headers = { 'content-type': JSON_TYPE, 'x-forwarded-for': `192.0.2.${network}` };
    const [method = '', path] = line.split(' ');
    const body = method === 'POST' ? { body: '{}' } : {};
    const statuses = [];
    for (let times = 0; times < LIMIT; times += 1) {
      const { status } = await fetch(`${limited.url}${path}`, { method, headers, redirect: 'manual', ...body });
      statuses.push(status);
    }
    expect(statuses).not.toContain(429);
    expect(await answerUntilClosed(open(limited, line, headers))).toMatch(/^HTTP\/1.1 429 /);
  });
});

describe('the connections of a network', () => {
  const held: Socket[] = [];
  afterEach(() => held.splice(0).forEach((socket) => socket.destroy()));

  const connected = async (to: Service) => {
    const { hostname, port } = new URL(to.url);
    const socket = connect(Number(port), hostname);
    held.push(socket);
    let received = '';
    let isClosed = false;
    socket.on('data', (data) => (received += String(data))).on('error', () => undefined);
    socket.once('close', () => (isClosed = true));
    socket.write(`GET /health/live HTTP/1.1\r\nHost: ${hostname}:${port}\r\n\r\n`);
    await until(() => isClosed || received.includes('\r\n\r\n'));
    return received === '' ? 'closed' : 'served';
  };

  it('are closed above the limit, and accepted again when others have ended', async () => {
    const env = { CONNECTIONS_PER_NETWORK: '2', TRUSTED_PROXIES: '192.0.2.1, 10.0.0.0/8, loopback' };
    const exempt = await startService({ env });
    const limited = await startService({ env: { ...env, TRUSTED_PROXIES: '192.0.2.1, 10.0.0.0/8' } });
    try {
      expect([await connected(limited), await connected(limited), await connected(limited)]).toEqual([
        'served',
        'served',
        'closed',
      ]);
      held.splice(0).forEach((socket) => socket.destroy());
      await until(async () => (await connected(limited)) === 'served');
      expect([await connected(exempt), await connected(exempt), await connected(exempt)]).toEqual([
        'served',
        'served',
        'served',
      ]);
    } finally {
      held.splice(0).forEach((socket) => socket.destroy());
      await limited.close();
      await exempt.close();
    }
  });
});
