import { setTimeout as delay } from 'node:timers/promises';
import type { CallOutcome, ClientOptions } from '../../src/adapters/registries/http/call.js';
import { RegisterClient, type Topic } from '../../src/adapters/registries/http/client.js';
import { InProcessThrottle } from '../../src/adapters/registries/http/throttle/throttle.js';
import { SourceError } from '../../src/core/registries/ports.js';
import { startRegisterDouble, type RegisterDouble } from './register-double.js';

const never = new AbortController().signal;
const asIs = (body: unknown) => body;
/** A connection becomes free only after the response has been handed out. */
const atRest = () => delay(20);

describe('RegisterClient', () => {
  let double: RegisterDouble;
  let warnings: { message: string; fields: Record<string, unknown> }[];
  let outcomes: CallOutcome[];
  const clients: RegisterClient[] = [];

  beforeEach(async () => {
    double = await startRegisterDouble();
    warnings = [];
    outcomes = [];
  });

  afterEach(async () => {
    await Promise.all(clients.splice(0).map((client) => client.close()));
    await double.close();
  });

  function connect(options: Partial<ClientOptions> = {}): RegisterClient {
    const client = new RegisterClient({
      source: 'us-xx',
      timeoutMs: 10_000,
      log: { warn: (message, fields = {}) => warnings.push({ message, fields }) },
      observe: ({ outcome }) => outcomes.push(outcome),
      ...options,
    });
    clients.push(client);
    return client;
  }

  const get = (client: RegisterClient, path = '/', signal = never, topic: Topic = {}) =>
    client.ask({ url: `${double.origin}${path}` }, { signal, ...topic }, asIs);

  it('identifies itself and sends the headers of the register', async () => {
    await get(connect({ headers: { 'x-app-token': 'token' } }));
    expect(double.requests[0]!.headers).toMatchObject({
      'x-app-token': 'token',
      'user-agent': expect.stringMatching(/^Standing\//),
    });
  });

  it('limits a query to its own shorter time, and does not count its timeout as a failure', async () => {
    double.replyWith(() => ({ hang: true }));
    const client = connect();
    for (let time = 1; time <= 10; time += 1) {
      const slow = client.ask({ url: `${double.origin}/${time}`, limitMs: 20 }, { signal: never }, asIs);
      await expect(slow).rejects.toMatchObject({ name: 'SlowQuery', failure: 'timeout' });
    }
    expect(client.status()).toBe('operational');
    double.replyWith(() => ({ body: '[]' }));
    await expect(get(client)).resolves.toEqual([]);
  });

  it('sends the stored ETag, and reuses its answer on "not modified"', async () => {
    double.replyWith(({ headers }) =>
      headers['if-none-match'] === '"v1"'
        ? { status: 304, headers: { etag: '"v1"' }, body: '' }
        : { headers: { etag: '"v1"' }, body: '[{"name":"Paper Lighthouse LLC"}]' },
    );
    const client = connect();
    const first = await get(client, '/a');
    expect(await get(client, '/a')).toEqual(first);
    await get(client, '/b');
    expect(double.requests.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, '"v1"', undefined]);
  });

  it('forgets an ETag when the answer no longer has one', async () => {
    double.replyWith(({ number }) =>
      number === 1 ? { headers: { etag: '"v1"' }, body: '[1]' } : { body: `[${number}]` },
    );
    const client = connect();
    expect([await get(client), await get(client), await get(client)]).toEqual([[1], [2], [3]]);
    expect(double.requests[2]!.headers['if-none-match']).toBeUndefined();
  });

  it('does not accept "not modified" without an earlier answer', async () => {
    double.replyWith(() => ({ status: 304, body: '' }));
    await expect(get(connect())).rejects.toMatchObject({ failure: 'unavailable' });
  });

  it('keeps the connection for the next request', async () => {
    const client = connect();
    await get(client);
    await atRest();
    await get(client);
    expect(double.connections()).toBe(1);
  });

  it('survives a kept connection that the register has closed', async () => {
    const client = connect();
    await get(client);
    double.dropConnections();
    await expect(get(client)).resolves.toEqual([]);
  });

  it('repeats a request once when its kept connection dies before an answer, and never on a fresh one', async () => {
    const client = connect();
    await get(client);
    await atRest();
    double.replyWith(({ number }) => (number === 2 ? { cut: true } : { body: '[]' }));
    await expect(get(client)).resolves.toEqual([]);
    expect(double.requests).toHaveLength(3);

    double.replyWith(() => ({ cut: true }));
    await expect(get(connect())).rejects.toMatchObject({ failure: 'unavailable' });
    expect(double.requests).toHaveLength(4);
  });

  it('refuses a body beyond the limit, declared or not', async () => {
    const client = connect({ maxBodyBytes: 100 });
    double.replyWith(() => ({ body: JSON.stringify('x'.repeat(200)) }));
    await expect(get(client)).rejects.toMatchObject({ detail: { ours: true } });
    double.replyWith(() => ({ body: JSON.stringify('x'.repeat(200)), headers: { 'transfer-encoding': 'chunked' } }));
    await expect(get(client)).rejects.toThrow('more than 100 bytes');
  });

  it('does not follow a redirect, and reports it as a fault of ours', async () => {
    double.replyWith(() => ({ status: 302, headers: { location: 'http://127.0.0.1:1/' }, body: '' }));
    await expect(get(connect())).rejects.toMatchObject({ failure: 'unavailable', detail: { ours: true } });
  });

  it('reads Retry-After as a date', async () => {
    const now = Date.parse('2026-01-01T00:00:00Z');
    double.replyWith(() => ({ status: 503, headers: { 'retry-after': 'Thu, 01 Jan 2026 00:00:20 GMT' }, body: '' }));
    await expect(get(connect({ now: () => now }))).rejects.toMatchObject({ detail: { retryAfterMs: 20_000 } });
  });

  it('logs a failure once, with its cause', async () => {
    const startedAt = performance.now();
    double.replyWith(() => ({ status: 503, body: '' }));
    await expect(get(connect(), '/resource/a.json?$where=name%20like%20fable')).rejects.toThrow(SourceError);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]!.fields).toMatchObject({
      source: 'us-xx',
      failure: 'unavailable',
      reason: 'us-xx: answered HTTP 503',
    });
    expect(warnings[0]!.fields['path']).toBe('/resource/a.json');
    const { durationMs } = warnings[0]!.fields;
    expect(Number.isInteger(durationMs)).toBe(true);
    expect(durationMs).toBeLessThanOrEqual(Math.ceil(performance.now() - startedAt));
  });

  it('keeps the searched name out of the log: addresses, bodies and refusals that quote it', async () => {
    const text = JSON.stringify({ name: 'Paper Lighthouse' });
    const body = { type: 'application/json', text } as const;
    for (const reply of [
      { status: 503, body: 'Paper Lighthouse' },
      { status: 400, body: '{"code":"query.bad","message":"near Paper Lighthouse","data":{"q":"Paper Lighthouse"}}' },
      { status: 400, body: '"Paper Lighthouse"' },
      { status: 403, body: 'Paper Lighthouse' },
      { body: '<html>Paper Lighthouse</html>' },
    ]) {
      double.replyWith(() => reply);
      await expect(get(connect(), '/find?q=Paper%20Lighthouse')).rejects.toThrow(SourceError);
      await expect(connect().ask({ url: `${double.origin}/find`, body }, { signal: never }, asIs)).rejects.toThrow(
        SourceError,
      );
    }
    expect(warnings).toHaveLength(10);
    expect(JSON.stringify(warnings)).not.toMatch(/lighthouse/i);
    expect(warnings[2]!.fields).toMatchObject({ refusal: 'query.bad' });
  });

  it('logs why it could not connect: name resolution, certificate or refused connection', async () => {
    for (const [url, cause] of [
      ['http://127.0.0.1:1/', 'ECONNREFUSED'],
      ['http://register.invalid/', 'ENOTFOUND'],
      [`https://127.0.0.1:${new URL(double.origin).port}/`, /SSL|TLS|EPROTO|WRONG_VERSION/],
    ] as const) {
      await expect(connect().ask({ url }, { signal: never }, asIs)).rejects.toThrow(
        /^us-xx: the register could not be reached$/,
      );
      expect(String(warnings.at(-1)!.fields['cause'])).toMatch(cause);
    }
  });

  it('keeps addresses and queries out of the message, which callers may see', async () => {
    double.replyWith(() => ({ status: 400, body: '{"message":"Could not parse upper(name)"}' }));
    await expect(get(connect())).rejects.toThrow(/^us-xx: refused the query \(HTTP 400\)$/);
    await expect(connect().ask({ url: 'http://127.0.0.1:1/' }, { signal: never }, asIs)).rejects.toThrow(
      /^us-xx: the register could not be reached$/,
    );
  });

  it('reports how each call ended', async () => {
    const client = connect();
    await get(client);
    for (const script of [
      { status: 503, body: '' },
      { status: 400, body: '{}' },
    ]) {
      double.replyWith(() => script);
      await expect(get(client)).rejects.toThrow(SourceError);
    }
    double.replyWith(() => ({ hang: true }));
    await expect(get(client, '/', AbortSignal.timeout(10))).rejects.toThrow(SourceError);
    await expect(get(connect({ timeoutMs: 60 }))).rejects.toThrow(SourceError);
    expect(outcomes).toEqual(['ok', 'unavailable', 'refused', 'cancelled', 'timeout']);
  });

  it('stops asking a register that keeps failing, and asks again later', async () => {
    let time = 1_000_000;
    const client = connect({ now: () => time });
    double.replyWith(() => ({ status: 503, body: '' }));
    for (let call = 0; call < 10; call += 1) await expect(get(client)).rejects.toThrow(SourceError);
    expect(client.status()).toBe('down');
    await expect(get(client)).rejects.toMatchObject({ failure: 'unavailable', detail: { retryAfterMs: 4_000 } });
    expect(double.requests).toHaveLength(10);

    time += 4_000;
    double.replyWith(() => ({ body: '[]' }));
    await get(client);
    expect(client.status()).toBe('operational');
  });

  it('does not count refused queries or cancelled calls as failures of the register', async () => {
    const client = connect();
    double.replyWith(() => ({ status: 400, body: '{}' }));
    for (let call = 0; call < 15; call += 1) await expect(get(client)).rejects.toThrow(SourceError);
    double.replyWith(() => ({ hang: true }));
    for (let call = 0; call < 15; call += 1)
      await expect(get(client, '/', AbortSignal.timeout(1))).rejects.toThrow(SourceError);
    expect(client.status()).toBe('operational');
  });

  it.each([400, 401, 402, 403, 404, 405, 406, 409, 410, 411, 413, 414, 415, 416, 422, 423, 424, 426, 428, 431, 451])(
    'does not count %i as a failure of the register',
    async (status) => {
      const client = connect();
      double.replyWith(() => ({ status, body: '{}' }));
      for (let call = 0; call < 25; call += 1) {
        await expect(get(client, `/${call}`)).rejects.toMatchObject({ detail: { ours: true } });
      }
      expect(client.status()).toBe('operational');
      expect(double.requests).toHaveLength(25);
      expect(new Set(outcomes)).toEqual(new Set(['refused']));
    },
  );

  it.each([408, 429, 500, 503])('counts %i as a failure of the register', async (status) => {
    const client = connect();
    double.replyWith(() => ({ status, body: '{}' }));
    for (let call = 0; call < 10; call += 1) await expect(get(client, `/${call}`)).rejects.toThrow(SourceError);
    expect(client.status()).toBe('down');
  });

  it('sends no question that is too long for any server', async () => {
    const client = connect();
    for (let call = 0; call < 15; call += 1) {
      await expect(get(client, `/?q=${encodeURIComponent('㍿'.repeat(900))}`)).rejects.toMatchObject({
        failure: 'unavailable',
        detail: { ours: true },
      });
    }
    expect(double.requests).toHaveLength(0);
    expect(client.status()).toBe('operational');
  });

  it('keeps asking about other names when one name is slow or fails, however often', async () => {
    const client = connect({ timeoutMs: 40 });
    double.replyWith(({ path }) => (path.includes('slow') ? { hang: true } : { body: '[]' }));
    const about = (path: string, subject: string) => get(client, path, never, { subject });
    for (let attempt = 0; attempt < 14; attempt += 1) {
      await expect(about(`/slow/${attempt}`, 'slow')).rejects.toMatchObject({ failure: 'timeout' });
    }
    expect(client.status()).not.toBe('down');
    await expect(about('/other', 'other')).resolves.toEqual([]);

    for (let name = 0; name < 10; name += 1) {
      await expect(about('/slow', `name ${name}`)).rejects.toThrow(SourceError);
    }
    expect(client.status()).toBe('down');
  });

  it('stops when the register says that nothing is left, until its reset time', async () => {
    const date = new Date(Date.parse('2026-03-01T10:00:00Z'));
    const reset = String(date.getTime() / 1000 + 200);
    const left = (remain: string) => ({
      headers: { date: date.toUTCString(), 'x-ratelimit-remain': remain, 'x-ratelimit-reset': reset },
      body: '[]',
    });
    // Our clock is an hour ahead. The register's own clock counts.
    const client = connect({ pace: { concurrency: 2 }, now: () => date.getTime() + 3_600_000 });
    double.replyWith(() => left('2'));
    await get(client);
    await get(client);
    double.replyWith(() => left('1'));
    await get(client);
    const error: unknown = await get(client).catch((cause: unknown) => cause);
    expect(error).toMatchObject({ detail: { throttled: true } });
    const { retryAfterMs } = (error as SourceError).detail;
    expect(retryAfterMs).toBeGreaterThan(190_000);
    expect(retryAfterMs).toBeLessThanOrEqual(200_000);
    expect(double.requests).toHaveLength(3);
    expect(client.status()).toBe('operational');
  });

  it('pauses every register of a shared source when one of them was asked to wait', async () => {
    const throttle = new InProcessThrottle();
    const [first, second] = ['gb-eaw', 'gb-sct'].map((source) =>
      connect({ source, throttle, pace: { source: 'companies-house' } }),
    );
    double.replyWith(() => ({ status: 429, headers: { 'retry-after': '30' }, body: '{}' }));
    await expect(get(first!)).rejects.toMatchObject({ detail: { retryAfterMs: 30_000 } });
    await expect(get(second!)).rejects.toMatchObject({ detail: { throttled: true, retryAfterMs: expect.any(Number) } });
    expect(double.requests).toHaveLength(1);
  });

  it('does not count exempt requests, and sends them while the breaker is open', async () => {
    const client = connect({ exempt: (text) => text.includes('asked for') });
    double.replyWith(() => ({ status: 503, body: '' }));
    for (let call = 0; call < 15; call += 1) await expect(get(client, '/asked%20for')).rejects.toThrow(SourceError);
    expect(client.status()).toBe('operational');

    for (let call = 0; call < 10; call += 1) await expect(get(client)).rejects.toThrow(SourceError);
    expect(client.status()).toBe('down');
    double.replyWith(() => ({ body: '[]' }));
    await expect(get(client, '/asked+for')).resolves.toEqual([]);
  });

  it('counts an answer that cannot be read as a failure of the register', async () => {
    const client = connect();
    const reader = () => {
      throw new SourceError('unavailable', 'no rows', { ours: true });
    };
    for (let call = 0; call < 10; call += 1) {
      await expect(client.ask({ url: double.origin }, { signal: never }, reader)).rejects.toThrow('us-xx: no rows');
    }
    expect(client.status()).toBe('down');
    expect(warnings).toHaveLength(10);
  });

  it('waits for its turn no longer than for an answer', async () => {
    const client = connect({ timeoutMs: 80, pace: { concurrency: 1 } });
    double.replyWith(() => ({ hang: true }));
    const calls = await Promise.allSettled([get(client), get(client), get(client)]);
    expect(calls.map((call) => (call.status === 'rejected' ? (call.reason as SourceError).failure : 'ok'))).toEqual([
      'timeout',
      'timeout',
      'timeout',
    ]);
  });
});
