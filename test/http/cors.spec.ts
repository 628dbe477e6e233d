import { startService, type Answer, type Service } from '../support/harness.js';

const APP = 'https://app.example.com';
const STRANGER = 'https://evil.example';

let service: Service;
let key: string;
beforeAll(async () => {
  service = await startService({
    env: { BASE_URL: 'https://standing.example.com', ALLOWED_ORIGINS: `${APP}, https://admin.example.com` },
  });
  ({ key } = await service.signUp());
});
afterAll(() => service.close());

const preflight = (origin: string, path = '/v1/verify') =>
  service.ask('OPTIONS', path, {
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type,idempotency-key,prefer,x-api-key',
    },
  });
const accessOf = ({ headers }: Answer) =>
  Object.fromEntries([...headers].filter(([name]) => name.startsWith('access-control-')));
const listed = (text: string | null | undefined) => (text ?? '').toLowerCase().split(', ');

describe('a page of an allowed origin', () => {
  it.each([APP, 'https://admin.example.com', 'https://standing.example.com'])(
    'may send a preflight from %s without a key, which is not counted',
    async (origin) => {
      const before = await service.ask('GET', '/v1/entity/ent_none', { key });
      const answer = await preflight(origin);
      expect(answer.status).toBe(204);
      expect(answer.body).toBeUndefined();
      expect(answer.headers.get('access-control-allow-origin')).toBe(origin);
      expect(answer.headers.get('vary')).toContain('Origin');
      expect(listed(answer.headers.get('access-control-allow-methods'))).toEqual([
        'get',
        'post',
        'put',
        'patch',
        'delete',
      ]);
      expect(listed(answer.headers.get('access-control-allow-headers'))).toEqual(
        expect.arrayContaining(['authorization', 'content-type', 'idempotency-key', 'prefer', 'x-api-key']),
      );
      expect(Number(answer.headers.get('access-control-max-age'))).toBeGreaterThan(0);
      const after = await service.ask('GET', '/v1/entity/ent_none', { key });
      expect(after.headers.get('x-ratelimit-remaining')).toBe(before.headers.get('x-ratelimit-remaining'));
    },
  );

  it.each<[what: string, status: number, ask: () => Promise<Answer>]>([
    ['an answer', 200, () => service.ask('GET', '/v1/account', { key, headers: { origin: APP } })],
    ['a missing key', 401, () => service.ask('GET', '/v1/account', { headers: { origin: APP } })],
    [
      'a malformed body',
      400,
      () => service.ask('POST', '/v1/verify', { key, headers: { origin: APP }, body: '{"entity_name":' }),
    ],
    ['an unknown route', 404, () => service.ask('GET', '/v1/nothing', { key, headers: { origin: APP } })],
  ])('may read %s (%i), with every header that the reference describes', async (_what, status, ask) => {
    const answer = await ask();
    expect(answer.status).toBe(status);
    expect(answer.headers.get('access-control-allow-origin')).toBe(APP);
    expect(answer.headers.get('vary')).toContain('Origin');
    const { body: document } = await service.ask('GET', '/openapi.json');
    const described = Object.keys(document.components.headers).filter((name) => !name.startsWith('Access-Control-'));
    expect(described.length).toBeGreaterThan(8);
    expect(listed(answer.headers.get('access-control-expose-headers'))).toEqual(
      expect.arrayContaining(described.map((name) => name.toLowerCase())),
    );
  });
});

describe('a page of any other origin', () => {
  it.each([
    STRANGER,
    'null',
    'http://app.example.com',
    'https://app.example.com.evil.example',
    'http://127.0.0.1:8080',
  ])('is refused at the preflight: %s', async (origin) => {
    const answer = await preflight(origin);
    expect(answer.status).toBe(403);
    expect(answer.body.error).toMatchObject({
      code: 'FORBIDDEN',
      suggestion: expect.stringContaining('ALLOWED_ORIGINS'),
    });
    expect(accessOf(answer)).toEqual({});
  });

  it('cannot read the answer to a simple request, which caches keep apart by origin', async () => {
    const answer = await service.ask('GET', '/v1/account', { key, headers: { origin: STRANGER } });
    expect(answer.status).toBe(200);
    expect(accessOf(answer)).toEqual({});
    expect(answer.headers.get('vary')).toContain('Origin');
    expect((await service.ask('GET', '/v1/account', { key })).headers.get('vary')).toContain('Origin');
  });

  it('may read what is public', async () => {
    const answer = await service.ask('GET', '/v1/config', { headers: { origin: STRANGER } });
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  });
});

it('never allows credentials or every origin on an answer of the API', async () => {
  const answers = await Promise.all([
    preflight(APP),
    preflight(STRANGER),
    preflight(APP, '/v1/nothing'),
    service.ask('GET', '/v1/account', { key, headers: { origin: APP } }),
    service.ask('GET', '/v1/account', { key, headers: { origin: STRANGER } }),
    service.ask('GET', '/v1/account', { headers: { origin: APP } }),
  ]);
  for (const { headers } of answers) {
    expect(headers.get('access-control-allow-credentials')).toBeNull();
    expect(headers.get('access-control-allow-origin')).not.toBe('*');
  }
});

it('treats OPTIONS without a preflight as an unsupported method', async () => {
  const answer = await service.ask('OPTIONS', '/v1/verify', { key, headers: { origin: APP } });
  expect(answer.status).toBe(404);
  expect(answer.body.error.code).toBe('NOT_FOUND');
});
