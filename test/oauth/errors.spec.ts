import { startService, type Service } from '../support/harness.js';
import { freePort } from '../support/oauth-user.js';

let service: Service;
beforeAll(async () => {
  service = await startService({ env: { PORT: String(await freePort()), OPEN_RATE_LIMIT: '30' } });
});
afterAll(() => service.close());

let network = 0;
/** Each test uses its own network. */
let from: Record<string, string>;
beforeEach(() => {
  from = { 'x-forwarded-for': `198.51.100.${(network += 1)}` };
});

const ROUTES = ['register', 'token', 'revoke'];
const post = (route: string, body: string, headers: Record<string, string> = {}) =>
  service.ask('POST', `/oauth/${route}`, {
    body,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...from, ...headers },
  });

function expectRfcError({ headers, body }: Awaited<ReturnType<typeof post>>, error: string): void {
  expect(body).toEqual({ error, error_description: expect.stringMatching(/^[\x20-\x21\x23-\x5B\x5D-\x7E]+$/) });
  expect(headers.get('content-type')).toMatch(/^application\/json/);
  expect(headers.get('cache-control')).toContain('no-store');
  expect(headers.get('access-control-allow-origin')).toBe('*');
}

it('accepts a native scheme without a dot only when the operator listed it', async () => {
  const own = await startService({ env: { NATIVE_SCHEMES: 'acme' } });
  try {
    const register = (uri: string) => own.ask('POST', '/oauth/register', { body: { redirect_uris: [uri] } });
    const answers = await Promise.all(
      ['acme://callback', 'com.example.app://callback', 'cursor://callback'].map(register),
    );
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 400]);
    expect(answers[2]?.body.error).toBe('invalid_redirect_uri');
  } finally {
    await own.close();
  }
});

describe('an error of /oauth', () => {
  it.each(ROUTES)('is invalid_request for a body over 100 kB to %s', async (route) => {
    const answer = await post(route, `a=${'x'.repeat(100_001)}`);
    expect(answer.status).toBe(400);
    expectRfcError(answer, 'invalid_request');
  });

  it('is temporarily_unavailable for too many requests from one network', async () => {
    let answer = await post('token', 'grant_type=none');
    for (let n = 0; n < 31 && answer.status !== 429; n += 1) answer = await post('token', 'grant_type=none');
    expect(answer.status).toBe(429);
    expectRfcError(answer, 'temporarily_unavailable');
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it.each([
    ['token', 'grant_type=authorization_code&code=x&client_id=none'],
    ['revoke', 'token=x&client_id=none'],
    ['register', '{"redirect_uris":["https://app.example.com/callback"]}'],
  ])('is server_error for an internal failure at %s, which is logged', async (route, body) => {
    await service.db.rows('alter table oauth_records rename to oauth_records_gone');
    await service.db.rows('alter table oauth_registrations rename to oauth_registrations_gone').catch(() => undefined);
    const before = service.log.lines.length;
    try {
      const type = route === 'register' ? { 'content-type': 'application/json' } : undefined;
      const answer = await post(route, body, type);
      expect(answer.status).toBe(500);
      expectRfcError(answer, 'server_error');
      // Background work also misses the table, and logs its own errors.
      const lines = service.log.lines
        .slice(before)
        .filter(({ level, fields }) => level === 'error' && fields?.['requestId'] !== undefined);
      expect(lines).toHaveLength(1);
      expect(JSON.stringify(answer.body)).not.toMatch(/relation|oauth_records/);
    } finally {
      await service.db.rows('alter table oauth_records_gone rename to oauth_records');
      await service.db
        .rows('alter table oauth_registrations_gone rename to oauth_registrations')
        .catch(() => undefined);
    }
  });
});
