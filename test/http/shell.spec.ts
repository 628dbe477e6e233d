import { connect } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { wrongType } from '../../src/modules/http/server/body-types.js';
import { until } from '../support/until.js';
import { newEmail, startService, type Answer, type Service } from '../support/harness.js';

let service: Service;
let account: { key: string };
beforeAll(async () => {
  service = await startService();
  account = await service.signUp();
});
afterAll(() => service.close());

const verify = (body: unknown, headers: Record<string, string> = {}) =>
  service.ask('POST', '/v1/verify', { key: account.key, body, headers });

function expectAccountHeaders({ headers }: Answer): void {
  expect(headers.get('x-credits-charged')).toMatch(/^\d+$/);
  expect(headers.get('x-credits-remaining')).toBe('50');
  expect(headers.get('x-ratelimit-limit')).toMatch(/^\d+$/);
  expect(headers.get('x-ratelimit-remaining')).toMatch(/^\d+$/);
  const resetsAt = Number(headers.get('x-ratelimit-reset'));
  // The end of a minute near now: how long the answer took is not measured.
  expect(resetsAt % 60).toBe(0);
  expect(Math.abs(resetsAt - Date.now() / 1000)).toBeLessThan(600);
}

describe('error handling', () => {
  it.each([
    ['GET', '/v1/verify', 'Use POST /v1/verify.'],
    ['POST', '/verify', 'Use POST /v1/verify.'],
    ['GET', '/account/', 'Use GET /v1/account.'],
    ['PUT', '/v1/watches', 'Use GET /v1/watches or POST /v1/watches.'],
    ['GET', '/v1/nothing', undefined],
    ['DELETE', '/v1/admin/accounts', undefined],
  ])('suggests the route that was meant by %s %s', async (method, path, suggestion) => {
    const { status, body } = await service.ask(method, path, { key: account.key });
    expect([status, body.error.code, body.error.suggestion]).toEqual([404, 'NOT_FOUND', suggestion]);
  });

  it.each([
    ['{"entity_name":', 'The JSON ends too early.'],
    ['{"entity_name": "Alder",\n  jurisdiction: "us-co"}', 'Look at line 2, column 3.'],
    ['{"entity_name": "Alder",}', 'Look at line 1, column 25.'],
    ["{'entity_name': 'Alder'}", 'Look at line 1, column 2.'],
    ['{"entity_name": Alder}', 'Look at line 1, column 17.'],
  ])('says where the JSON %j breaks', async (body, suggestion) => {
    const { body: answer } = await verify(body, { 'content-type': 'application/json' });
    expect(answer.error).toMatchObject({ message: 'The body is not valid JSON.', suggestion });
  });

  it.each([
    ['malformed JSON', '{"entity_name":', { 'content-type': 'application/json' }, 'The body is not valid JSON.'],
    [
      'another media type',
      'a=b',
      { 'content-type': 'application/x-www-form-urlencoded' },
      'The body must be JSON: send Content-Type: application/json.',
    ],
    [
      'plain text',
      'hello',
      { 'content-type': 'text/plain' },
      'The body must be JSON: send Content-Type: application/json.',
    ],
    [
      'a file where none is taken',
      'entity_name,jurisdiction\nAlder Works LLC,us-co\n',
      { 'content-type': 'text/csv' },
      'The body must be JSON: send Content-Type: application/json.',
    ],
    [
      'a body over 100 kB',
      JSON.stringify({ entity_name: 'x'.repeat(100_001) }),
      { 'content-type': 'application/json' },
      'The body is larger than 100 kB.',
    ],
    ['a list', '[]', { 'content-type': 'application/json' }, 'The body must be a JSON object.'],
    ['null', 'null', { 'content-type': 'application/json' }, 'The body must be a JSON object.'],
    ['an empty body', '', { 'content-type': 'application/json' }, 'The body must be a JSON object.'],
    [
      'a poisoned prototype',
      '{"__proto__":{"tier":"deep"}}',
      { 'content-type': 'application/json' },
      'The body is not valid JSON.',
    ],
    [
      'a body that is not UTF-8',
      Buffer.from('{"entity_name":"Caf\u00e9","jurisdiction":"us-co"}', 'latin1'),
      { 'content-type': 'application/json' },
      'The body is not UTF-8.',
    ],
    [
      'a body that names another charset',
      '{"entity_name":"Caf","jurisdiction":"us-co"}',
      { 'content-type': 'application/json; charset=ISO-8859-1' },
      'header.Content-Type must name no charset but utf-8.',
    ],
    [
      'a file that names another charset',
      'entity_name,jurisdiction\nCaf,us-co\n',
      { 'content-type': 'text/csv;charset="windows-1252"', 'x-route': '/v1/batches' },
      'header.Content-Type must name no charset but utf-8.',
    ],
    ...[' \u200b\u00a0', '\u00ad\u2060\u200e', '\u3164\uffa0\u2800'].map(
      (name): [string, string, Record<string, string>, string] => [
        `a name with nothing visible in it, ${JSON.stringify(name)}`,
        JSON.stringify({ entity_name: name, jurisdiction: 'us-co' }),
        { 'content-type': 'application/json' },
        'body.entity_name must not be blank.',
      ],
    ),
  ])('returns 400 VALIDATION_ERROR with the account headers for %s', async (_what, body, headers, message) => {
    const before = Number((await verify('{')).headers.get('x-ratelimit-remaining'));
    const { 'x-route': route = '/v1/verify', ...sent } = headers as Record<string, string>;
    const answer = await service.ask('POST', route, { key: account.key, body, headers: sent });
    expect(answer.status).toBe(400);
    expect(answer.body.error).toMatchObject({ code: 'VALIDATION_ERROR', message });
    expectAccountHeaders(answer);
    expect(Number(answer.headers.get('x-ratelimit-remaining'))).toBe(before - 1);
  });

  it.each([
    ['form', 'The body must be a form: send Content-Type: application/x-www-form-urlencoded.'],
    ['upload', 'The body must be a form: send Content-Type: multipart/form-data.'],
    ['raw', 'The body must be JSON: send Content-Type: application/json.'],
  ] as const)('names the type that a route accepts when a body has another type (%s)', (reads, message) => {
    const request = { routeConfig: { reads }, mediaType: 'text/csv' };
    expect(wrongType(request as FastifyRequest)).toEqual({ location: 'header', field: 'Content-Type', message });
  });

  it.each(['utf-8', 'UTF8', '"utf-8"'])('reads a body that names the charset %s', async (charset) => {
    const type = { 'content-type': `application/json; charset=${charset}` };
    const { body } = await verify('{"entity_name":"Café"}', type);
    expect(body.error.message).toBe('body.jurisdiction is required.');
  });

  it('returns 404 NOT_FOUND for an unknown route, with or without a key', async () => {
    const withKey = await service.ask('GET', '/v1/nothing', account);
    expect(withKey.status).toBe(404);
    expect(withKey.body.error).toEqual({ code: 'NOT_FOUND', message: 'There is no GET /v1/nothing.' });
    expectAccountHeaders(withKey);
    const without = await service.ask('GET', '/v1/nothing?secret=1');
    expect(without.body).toEqual(withKey.body);
  });

  it('returns 404 NOT_FOUND for a wrong method on a known path', async () => {
    const { status, body } = await service.ask('PUT', '/v1/verify', { ...account, body: {} });
    expect(status).toBe(404);
    expect(body.error.code).toBe('NOT_FOUND');
  });

  it.each([
    ['of 9,000 letters', 'x'.repeat(9_000)],
    ['that decodes to no text', '%ff'],
    ['that does not decode', '%zz%e4'],
    ['that holds a NUL', '%00'],
    ['of blanks', '%20'],
  ])('returns the 404 of its route, with the account headers, for an id %s', async (_what, id) => {
    const codes = {
      entity: 'ENTITY_NOT_FOUND',
      'verify/status': 'JOB_NOT_FOUND',
      watches: 'NOT_FOUND',
      batches: 'NOT_FOUND',
    };
    for (const [route, code] of Object.entries(codes)) {
      const answer = await service.ask('GET', `/v1/${route}/${id}`, account);
      expect({ route, status: answer.status, code: answer.body.error.code }).toEqual({ route, status: 404, code });
      expectAccountHeaders(answer);
    }
    expect((await service.ask('GET', `/v1/entity/${id}`)).status).toBe(401);
  });

  it.each([
    '/v1/entity/',
    '/v1/entity//',
    '/v1/verify/status/',
    '/v1/',
    '/v1',
    '//v1/x',
    '/nothing',
    '/v1/%ff/x',
    '/%00',
  ])('returns 404 NOT_FOUND with the account headers for %s', async (path) => {
    const answer = await service.ask('GET', path, account);
    expect([answer.status, answer.body.error.code]).toEqual([404, expect.stringMatching(/NOT_FOUND$/)]);
    expectAccountHeaders(answer);
  });

  it('returns 400 for an unknown query field, also on a route without query fields', async () => {
    const { status, body } = await service.ask('GET', '/v1/jurisdictions?activ=true');
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ code: 'VALIDATION_ERROR', message: 'query.activ is not a known field.' });
  });

  it('checks a path with escapes like any other', async () => {
    const { status, body } = await service.ask('POST', '/%761/auth/request-access', {
      body: { email: {}, accept_terms: true },
    });
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ code: 'VALIDATION_ERROR', message: 'body.email must be a string.' });
  });

  it('returns 400 for input that is not HTTP', async () => {
    const { hostname, port } = new URL(service.url);
    const socket = connect(Number(port), hostname);
    socket.end('NONSENSE\r\n\r\n');
    let answer = '';
    for await (const chunk of socket) answer += String(chunk);
    expect(answer).toMatch(/^HTTP\/1.1 400 /);
    expect(JSON.parse(answer.slice(answer.indexOf('{')))).toMatchObject({ error: { code: 'VALIDATION_ERROR' } });
  });

  it('returns 500 INTERNAL_ERROR with the request id and no internals for its own failure', async () => {
    await service.db.rows('alter table entities rename to entities_gone');
    try {
      const answer = await service.ask('GET', '/v1/entity/ent_01kaaaaaaaaaaaaaaaaaaaaaaa', {
        ...account,
        headers: { 'x-request-id': 'trace-7' },
      });
      expect(answer.status).toBe(500);
      expect(answer.body.error).toMatchObject({ code: 'INTERNAL_ERROR', details: { request_id: 'trace-7' } });
      expect(JSON.stringify(answer.body)).not.toMatch(/relation|entities|select|at /i);
      const logged = service.log.lines.filter(({ fields }) => fields['requestId'] === 'trace-7' && fields['error']);
      expect(logged).toHaveLength(1);
    } finally {
      await service.db.rows('alter table entities_gone rename to entities');
    }
  });
});

describe('an API key', () => {
  it.each([
    ['none', {}, 'UNAUTHORIZED'],
    ['a malformed one', { 'x-api-key': 'stnd_tooshort' }, 'INVALID_API_KEY'],
    ['an unknown one', { 'x-api-key': 'stnd_00000000000000000000000000000000' }, 'INVALID_API_KEY'],
  ])('is refused with 401 when it is %s', async (_what, headers, code) => {
    const { status, body } = await service.ask('POST', '/v1/verify', { headers, body: '{' });
    expect(status).toBe(401);
    expect(body.error.code).toBe(code);
  });

  it('is accepted as a Bearer token too', async () => {
    const answer = await service.ask('GET', '/v1/account', { headers: { authorization: `Bearer ${account.key}` } });
    expect(answer.status).toBe(200);
    expectAccountHeaders(answer);
    const wrong = `Bearer stnd_${'0'.repeat(38)}`;
    const refused = await service.ask('GET', '/v1/account', { headers: { authorization: wrong } });
    expect([refused.status, refused.body.error.code]).toEqual([401, 'INVALID_API_KEY']);
  });

  it.each([
    ['a body over 100 kB', JSON.stringify({ entity_name: 'x'.repeat(100_001) }), 'application/json'],
    ['another media type', 'hello', 'text/plain'],
    ['malformed JSON', '{', 'application/json'],
  ])('is reported missing before %s, with 401 and where to sign in', async (_what, body, type) => {
    const answer = await service.ask('POST', '/v1/verify', { headers: { 'content-type': type }, body });
    expect([answer.status, answer.body.error.code]).toEqual([401, 'UNAUTHORIZED']);
    expect(answer.headers.get('www-authenticate')).toContain('resource_metadata=');
  });

  it('is refused by its checksum with one letter changed', async () => {
    const changed = account.key.slice(0, -1) + (account.key.endsWith('0') ? '1' : '0');
    const { body } = await service.ask('GET', '/v1/entity/x', { key: changed });
    expect(body.error).toMatchObject({ code: 'INVALID_API_KEY', message: 'The API key is malformed.' });
  });

  it('is refused beside an Authorization header', async () => {
    const { status, body } = await verify({ entity_name: 'A', jurisdiction: 'us-co' }, { authorization: 'Bearer x' });
    expect(status).toBe(400);
    expect(body.error.code).toBe('VALIDATION_ERROR');
  });

  it.each([
    ['revoked', `update api_keys set revoked_at = now() where account_id = $1`, 401, 'API_KEY_REVOKED'],
    ['of a disabled account', `update accounts set disabled_at = now() where id = $1`, 403, 'ACCOUNT_DISABLED'],
    [
      'of a deleted account',
      `update accounts set deleted_at = now(), email = null, proven_email = null where id = $1`,
      403,
      'ACCOUNT_DELETED',
    ],
  ])('is refused with its own code when it is %s', async (_what, change, status, code) => {
    const { key, email } = await service.signUp();
    const owner = await service.db.row<{ id: string }>('select id from accounts where email = $1', [email]);
    await service.db.change(change, [owner?.id]);
    const answer = await service.ask('POST', '/v1/verify', { key, body: { entity_name: 'A', jurisdiction: 'us-co' } });
    expect(answer.status).toBe(status);
    expect(answer.body.error.code).toBe(code);
    if (status === 403) expectAccountHeaders(answer);
  });

  it('pays for nothing while the address of its account is unverified, but may read', async () => {
    const { key, email } = await service.signUp();
    await service.db.change('update accounts set email_verified = false where email = $1', [email]);
    const paid = await service.ask('POST', '/v1/verify', { key, body: { entity_name: 'A', jurisdiction: 'us-co' } });
    expect(paid.status).toBe(403);
    expect(paid.body.error.code).toBe('EMAIL_NOT_VERIFIED');
    expect(paid.headers.get('x-credits-charged')).toBe('0');
    expect((await service.ask('GET', '/v1/verify/status/job_x', { key })).body.error.code).toBe('JOB_NOT_FOUND');
  });
});

describe('a request id', () => {
  it('is set on every answer, and taken from the caller when it is well formed', async () => {
    expect((await service.ask('GET', '/health/live')).headers.get('x-request-id')).toMatch(/^[\w-]{36}$/);
    const kept = await service.ask('GET', '/v1/nothing', { headers: { 'x-request-id': 'abc-123' } });
    expect(kept.headers.get('x-request-id')).toBe('abc-123');
    const replaced = await service.ask('GET', '/v1/nothing', { headers: { 'x-request-id': 'a b' } });
    expect(replaced.headers.get('x-request-id')).not.toBe('a b');
  });
});

describe('the rate limit', () => {
  it('allows 60 requests a minute, then returns 429 with the time to retry', async () => {
    const limited = await startService({ env: { RATE_LIMIT_PER_MINUTE: '60' } });
    try {
      const { key } = await limited.signUp();
      const answers: Answer[] = [];
      for (let i = 0; i < 61; i++) answers.push(await limited.ask('GET', '/v1/verify/status/job_x', { key }));
      expect(answers.slice(0, 60).every(({ status }) => status === 404)).toBe(true);
      expect(answers[59]?.headers.get('x-ratelimit-remaining')).toBe('0');
      const refused = answers[60];
      expect(refused?.status).toBe(429);
      const seconds = refused?.body.error.details.retry_after_seconds;
      expect(refused?.body.error.code).toBe('RATE_LIMIT_EXCEEDED');
      expect(Number.isInteger(seconds)).toBe(true);
      expect(refused?.headers.get('retry-after')).toBe(String(seconds));
      expect(refused?.headers.get('x-ratelimit-limit')).toBe('60');
      expect(refused?.headers.get('x-credits-remaining')).toBe('50');
      const unreadable = await limited.ask('POST', '/v1/verify', {
        key,
        headers: { 'content-type': 'text/plain' },
        body: 'x',
      });
      expect(unreadable.status).toBe(429);

      const entity = await limited.ask('GET', '/v1/entity/ent_x', { key });
      expect(entity.status).toBe(404);
      expect(entity.headers.get('x-ratelimit-remaining')).toBe('0');
    } finally {
      await limited.close();
    }
  });

  it('shows an unchanged window on a lookup of an entity, also on a refused one', async () => {
    const { key } = await service.signUp();
    const remaining = async (path: string) =>
      (await service.ask('GET', path, { key })).headers.get('x-ratelimit-remaining');
    const before = await remaining('/v1/verify/status/job_x');
    const shown = [await remaining('/v1/entity/ent_x'), await remaining('/v1/entity/ent_x?unknown=1')];
    expect(shown).toEqual([before, before]);
    expect(await remaining('/v1/entity/ent_x/history?unknown=1')).toBe(String(Number(before) - 1));
  });

  it('is counted per key', async () => {
    const limited = await startService({ env: { RATE_LIMIT_PER_MINUTE: '5' } });
    try {
      const first = await limited.signUp();
      const second = await limited.signUp();
      for (let i = 0; i < 5; i++) await limited.ask('GET', '/v1/verify/status/job_x', first);
      const other = await limited.ask('GET', '/v1/verify/status/job_x', second);
      expect(other.headers.get('x-ratelimit-remaining')).toBe('4');
    } finally {
      await limited.close();
    }
  });
});

describe('an open route', () => {
  it('lists every jurisdiction with what can be asked there', async () => {
    const { status, body } = await service.ask('GET', '/v1/jurisdictions');
    expect(status).toBe(200);
    expect(body.jurisdictions).toHaveLength(21);
    const entryOf = (code: string) => body.jurisdictions.find((entry: { code: string }) => entry.code === code);
    expect(entryOf('us-co')).toMatchObject({
      active: true,
      tiers: ['quick', 'deep'],
      coverage: 'all',
      source_status: 'operational',
    });
    expect(entryOf('us-il')).toMatchObject({ active: false, unavailable_reason: expect.any(String) });
  });

  it('returns prices, packages and the mode', async () => {
    const { body } = await service.ask('GET', '/v1/config');
    expect(body.credits).toEqual({
      quick: 1,
      deep: 15,
      deep_force_refresh: 25,
      search_per_jurisdiction: 2,
      history: 5,
    });
    expect(body.packages).toContainEqual({
      package_id: 'pro',
      name: 'Pro',
      credits: 500,
      price_usd: 35,
      price_per_credit_usd: 0.07,
    });
    expect(body.registry_mode).toBe('sandbox');
  });

  it('treats all callers alike: reads and counts no key, and allows public caching', async () => {
    const { key } = await service.signUp();
    const before = await service.ask('GET', '/v1/account', { key });
    for (const path of ['/v1/config', '/v1/jurisdictions', '/v1/jurisdictions?country=us']) {
      for (const sent of [key, 'nonsense']) {
        const { status, headers } = await service.ask('GET', path, { key: sent });
        expect([path, status, headers.get('x-ratelimit-remaining')]).toEqual([path, 200, null]);
        expect(headers.get('cache-control')).toBe('public, max-age=60');
        expect(headers.get('access-control-allow-origin')).toBe('*');
        const again = { 'if-none-match': headers.get('etag') ?? '' };
        expect((await fetch(service.url + path, { headers: again })).status).toBe(304);
      }
    }
    const after = await service.ask('GET', '/v1/account', { key });
    const left = ({ headers: told }: Answer) => Number(told.get('x-ratelimit-remaining'));
    expect(left(after)).toBeGreaterThanOrEqual(left(before) - 1);
  });

  it('refuses no caller for a disabled account', async () => {
    const { key, email } = await service.signUp();
    await service.db.change('update accounts set disabled_at = now() where email = $1', [email]);
    expect((await service.ask('GET', '/v1/config', { key })).status).toBe(200);
    const body = { email: newEmail(), accept_terms: true };
    expect((await service.ask('POST', '/v1/auth/request-access', { key, body })).status).toBe(200);
  });

  it('reports that the service is live and ready', async () => {
    expect((await service.ask('GET', '/health/live')).body).toEqual({ status: 'ok' });
    const ready = await service.ask('GET', '/health/ready');
    expect(ready.status).toBe(200);
    expect(ready.body.checks).toMatchObject({
      postgres: { status: 'up' },
      migrations: { status: 'up' },
      worker: { status: 'up' },
      schedule: { status: 'up' },
    });
  });
});

describe('readiness', () => {
  it('returns 503 with the missing part, and keeps its findings for a second', async () => {
    const ready = () => service.ask('GET', '/health/ready');
    await until(async () => (await ready()).status === 200);
    await service.db.rows('alter table migrations rename to migrations_gone');
    try {
      await until(async () => (await ready()).status === 503);
      const { body } = await ready();
      expect(body.checks.migrations).toMatchObject({
        status: 'down',
        reason: expect.stringContaining('0001_accounts'),
      });
      expect(body.checks.postgres.status).toBe('up');
      await service.db.rows('alter table migrations_gone rename to migrations');
      expect((await ready()).status).toBe(503);
      await until(async () => (await ready()).status === 200);
    } finally {
      await service.db.rows('alter table if exists migrations_gone rename to migrations');
    }
  });

  it('returns its documented shape at both addresses when it fails', async () => {
    await service.db.rows('alter table migrations rename to migrations_gone');
    try {
      await until(async () => (await service.ask('GET', '/health/ready')).status === 503);
      const ready = await service.ask('GET', '/health/ready');
      expect(ready.headers.get('cache-control')).toBe('no-store');
      expect(Object.keys(ready.body)).toEqual(['status', 'checks']);
      const health = await service.ask('GET', '/health');
      expect([health.status, Object.keys(health.body)]).toEqual([503, ['live', 'uptime_seconds', 'status', 'checks']]);
      expect([ready.body.status, health.body.status]).toEqual(['unavailable', 'unavailable']);
    } finally {
      await service.db.rows('alter table if exists migrations_gone rename to migrations');
    }
    await until(async () => (await service.ask('GET', '/health/ready')).status === 200);
  });

  it('ignores how long work has waited', async () => {
    await service.db.change(
      `insert into retrievals (id, jurisdiction, entity_name, name_key, tier, due_at, claim, claimed_until)
       values (gen_random_uuid(), 'us-co', 'Backlog LLC', 'BACKLOG', 'quick', now() - interval '1 h', gen_random_uuid(), now() + interval '1 h')`,
    );
    try {
      // A process that has just started has no result of an earlier check.
      const second = await startService({ databaseUrl: service.databaseUrl });
      expect((await second.ask('GET', '/health/ready')).status).toBe(200);
      await second.close();
    } finally {
      await service.db.change(`delete from retrievals where entity_name = 'Backlog LLC'`);
    }
  });
});
