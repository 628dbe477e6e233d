import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { startService, type Service } from '../support/harness.js';
import { freePort } from '../support/oauth-user.js';

let service: Service;
beforeAll(async () => {
  service = await startService({ env: { PORT: String(await freePort()) } });
});
afterAll(() => service.close());

/** Every route of the OAuth library, also those that the service does not offer. */
const LIBRARY_ROUTES = [
  'GET /oauth/authorize',
  'POST /oauth/authorize',
  'GET /oauth/authorize/none',
  'POST /oauth/token',
  'OPTIONS /oauth/token',
  'POST /oauth/register',
  'GET /oauth/register/none',
  'PUT /oauth/register/none',
  'DELETE /oauth/register/none',
  'POST /oauth/revoke',
  'OPTIONS /oauth/revoke',
  'GET /oauth/jwks',
  'OPTIONS /oauth/jwks',
  'GET /oauth/me',
  'POST /oauth/me',
  'GET /oauth/session/end',
  'POST /oauth/session/end',
  'POST /oauth/session/end/confirm',
  'GET /oauth/session/end/success',
];
const OFFERED = new Set([
  'GET /oauth/authorize',
  'POST /oauth/authorize',
  'GET /oauth/authorize/none',
  'POST /oauth/token',
  'OPTIONS /oauth/token',
  'POST /oauth/register',
  'POST /oauth/revoke',
  'OPTIONS /oauth/revoke',
  'GET /oauth/jwks',
  'OPTIONS /oauth/jwks',
]);
const ROUTES = LIBRARY_ROUTES.map((route) => route.split(' ') as [string, string]);
const NOT_OFFERED = LIBRARY_ROUTES.filter((route) => !OFFERED.has(route)).map(
  (route) => route.split(' ') as [string, string],
);

const secondPart = (path: string, change: (part: string) => string) =>
  path.replace(/(?<=^\/oauth\/)[^/]+/, (part) => change(part));
const escaped = (text: string) => text.replace(/^./, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`);
const SPELLINGS: Record<string, (path: string) => string> = {
  'in capitals': (path) => path.toUpperCase(),
  'with a capital in the first part': (path) => path.replace('/oauth', '/OAuth'),
  'with a capital in the second part': (path) => secondPart(path, (part) => part[0]?.toUpperCase() + part.slice(1)),
  'with a last slash': (path) => `${path}/`,
  'with two slashes at its beginning': (path) => `/${path}`,
  'with two slashes within': (path) => path.replace('/oauth/', '/oauth//'),
  'with an escape in the first part': (path) => path.replace('oauth', escaped),
  'with an escape in the second part': (path) => secondPart(path, escaped),
  'with an escape of an escape': (path) => secondPart(path, (part) => escaped(part).replace('%', '%25')),
  'with an escaped slash': (path) => path.replace('/oauth/', '/oauth%2F'),
  'with a dot part': (path) => path.replace('/oauth/', '/oauth/./'),
  'with a fragment': (path) => `${path}#x`,
  'with a semicolon': (path) => secondPart(path, (part) => `${part};x`),
  'with an escaped NUL': (path) => `${path}%00`,
};

const registered = async () =>
  (
    await service.db.row<{ n: number }>(
      `select count(*)::int as n from oauth_records where model in ('Client', 'Interaction')`,
    )
  )?.n;

/** Sends the target as it stands: an HTTP client would normalise it. */
async function send(method: string, target: string): Promise<{ status: number; body: any }> {
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  const body = JSON.stringify({ redirect_uris: ['http://evil.example/cb'], token_endpoint_auth_method: 'none' });
  const from = `10.${[...randomBytes(3)].join('.')}`;
  socket.write(
    [
      `${method} ${target} HTTP/1.1`,
      `Host: ${hostname}:${port}`,
      `X-Forwarded-For: ${from}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
  let answer = '';
  for await (const part of socket) answer += String(part);
  const [head = '', text = ''] = answer.split(/\r\n\r\n(.*)/s);
  return {
    status: Number(head.split(' ')[1]),
    body: /content-type: application\/json/i.test(head) ? JSON.parse(text) : text,
  };
}

const NOT_FOUND = {
  status: 404,
  body: { error: { code: 'NOT_FOUND', message: expect.stringMatching(/^There is no /) } },
};

describe.each(Object.entries(SPELLINGS))('a route of the OAuth library spelled %s', (_how, spelled) => {
  it.each(ROUTES)('returns 404 in the format of the contract and stores nothing: %s %s', async (method, path) => {
    const before = await registered();
    expect(await send(method, spelled(path))).toMatchObject(NOT_FOUND);
    expect(await registered()).toBe(before);
  });
});

describe('a route of the OAuth library', () => {
  it.each(NOT_OFFERED)('returns 404 if the service does not offer it: %s %s', async (method, path) => {
    expect(await send(method, path)).toMatchObject(NOT_FOUND);
  });

  const other = ROUTES.flatMap(([, path]) =>
    ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'QUERY', 'PROPFIND']
      .filter((method) => !OFFERED.has(`${method} ${path}`))
      .map((method) => `${method} ${path}`),
  );
  it.each([...new Set(other)].map((route) => route.split(' ')))(
    'returns 404 for a method that the service does not offer: %s %s',
    async (method = '', path = '') => {
      expect(await send(method, path)).toMatchObject(NOT_FOUND);
    },
  );

  it('is reached by its path with or without the origin in the request line', async () => {
    const origin = service.url.replace('http', 'HTTP');
    const [path, whole] = [await send('POST', '/oauth/register'), await send('POST', `${origin}/oauth/register`)];
    expect(path).toMatchObject({ status: 400, body: { error: 'invalid_redirect_uri' } });
    expect(whole).toEqual(path);
    expect(await send('POST', `${origin}/oauth/REGISTER`)).toMatchObject(NOT_FOUND);
  });
});
