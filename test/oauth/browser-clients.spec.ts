import { startService, type Service } from '../support/harness.js';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

/** The requests of a client in a browser before and during its sign-in. */
const ASKED = [
  ['GET', '/.well-known/oauth-protected-resource'],
  ['GET', '/.well-known/oauth-protected-resource/mcp'],
  ['GET', '/.well-known/oauth-authorization-server'],
  ['GET', '/.well-known/openid-configuration'],
  ['GET', '/oauth/jwks'],
  ['POST', '/oauth/register'],
  ['POST', '/oauth/token'],
  ['POST', '/oauth/revoke'],
] as const;

const ANY_PAGE = /^(?:\*|https:\/\/playground\.example)$/;

describe('a client in a browser', () => {
  it.each(ASKED)('may send its preflight before %s %s', async (method, path) => {
    const { status, headers } = await service.ask('OPTIONS', path, {
      headers: {
        origin: 'https://playground.example',
        'access-control-request-method': method,
        'access-control-request-headers': 'content-type,mcp-protocol-version',
      },
    });
    expect(status).toBe(204);
    expect(headers.get('access-control-allow-origin')).toMatch(ANY_PAGE);
    expect(headers.get('access-control-allow-methods')?.split(/, ?/)).toContain(method);
    const allowed = headers.get('access-control-allow-headers')?.toLowerCase().split(/, ?/);
    expect(allowed).toEqual(expect.arrayContaining(['content-type', 'mcp-protocol-version']));
    expect(headers.get('access-control-allow-credentials')).toBeNull();
  });

  it.each(ASKED)('may read the answer of %s %s, also if it is refused', async (method, path) => {
    const answer = await service.ask(method, path, {
      headers: { origin: 'https://playground.example', 'content-type': 'application/json' },
      ...(method === 'POST' ? { body: '{' } : {}),
    });
    expect(answer.headers.get('access-control-allow-origin')).toMatch(ANY_PAGE);
  });

  it('gets no preflight for OPTIONS that is none', async () => {
    const { status, body } = await service.ask('OPTIONS', '/oauth/register', {
      headers: { origin: 'https://playground.example' },
    });
    expect([status, body.error.code]).toEqual([404, 'NOT_FOUND']);
  });

  it.each(['/oauth/Register', '/oauth/register/', '/oauth//register', '/oauth/%72egister'])(
    'gets no preflight for another spelling: %s',
    async (path) => {
      const headers = { origin: 'https://playground.example', 'access-control-request-method': 'POST' };
      const { status } = await service.ask('OPTIONS', path, { headers });
      expect(status).not.toBe(204);
    },
  );

  it('may read that too many clients were registered', async () => {
    const headers = { origin: 'https://playground.example', 'x-forwarded-for': '198.51.100.77' };
    await service.db.change(
      `insert into oauth_registrations (ip) select '198.51.100.77' from generate_series(1, 10000)`,
    );
    const body = { redirect_uris: ['http://127.0.0.1:3315/callback'], token_endpoint_auth_method: 'none' };
    const answer = await service.ask('POST', '/oauth/register', { headers, body });
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([429, '*']);
  });
});
