import { connect } from 'node:net';
import { EVERY_ROUTE } from '../openapi/every-entrance.js';
import { startService, type Service } from '../support/harness.js';

let service: Service;
let key: string;
beforeAll(async () => {
  service = await startService({ env: EVERY_ROUTE });
  ({ key } = await service.signUp());
});
afterAll(() => service.close());

/** Anyone may cache these, because they are the same for everyone. */
const PUBLIC = [
  /^\/(index\.(md|html)|llms\.txt|openapi\.(json|yaml)|reference.*)?$/,
  /^\/\.well-known\//,
  /^\/tools\//,
  /^\/docs(\/|$)/,
  /^\/mcp\/server-card$/,
  /^\/oauth\/jwks$/,
  /^\/v1\/(config|jurisdictions)$/,
];
const isPublic = (path: string) => PUBLIC.some((pattern) => pattern.test(path));

/** Sends one request to every route, with an id that does not exist. */
async function askAll(headers: Record<string, string>) {
  const answers = [];
  for (const route of service.routes) {
    const [method = '', pattern = ''] = route.split(' ');
    const path = pattern.replaceAll(/:\w+/g, 'none').replace('*', 'nothing');
    // Closing the account would end the run.
    if (route === 'DELETE /v1/account') continue;
    const body = method === 'GET' || method === 'OPTIONS' ? undefined : '{';
    const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
    const answer = await fetch(service.url + path, {
      method,
      headers: { ...type, ...headers },
      redirect: 'manual',
      ...(body === undefined ? {} : { body }),
    });
    await answer.arrayBuffer();
    answers.push({ route: `${method} ${path}`, path, status: answer.status, headers: answer.headers });
  }
  return answers;
}

describe('every answer of every route', () => {
  it.each([
    ['without credentials', () => ({})],
    ['with a key', () => ({ 'x-api-key': key })],
  ])('forbids type guessing, and caching of what is not public, %s', async (_who, headers) => {
    const answers = await askAll(headers());
    expect(answers.length).toBeGreaterThan(70);
    const wrong = answers.flatMap((answer) => {
      const { route, path, status } = answer;
      const told = (name: string) => answer.headers.get(name) ?? '';
      const kept = isPublic(path) && status === 200;
      return [
        ...(/default-src 'none'.*frame-ancestors 'none'/.test(told('content-security-policy')) &&
        /base-uri 'none'/.test(told('content-security-policy'))
          ? []
          : [`${route} ${status}: may act as a page`]),
        ...(told('referrer-policy') === 'no-referrer' ? [] : [`${route} ${status}: tells its address`]),
        ...(told('x-content-type-options') === 'nosniff' ? [] : [`${route} ${status}: may be sniffed`]),
        ...(kept === /\bpublic\b/.test(told('cache-control')) ? [] : [`${route}: ${told('cache-control')}`]),
        ...(kept || told('cache-control').includes('no-store') ? [] : [`${route} ${status}: may be kept`]),
        ...(kept || /\bOrigin\b.*\bAuthorization\b.*\bX-API-Key\b/i.test(told('vary'))
          ? []
          : [`${route}: ${told('vary')}`]),
      ];
    });
    expect(wrong).toEqual([]);
  });

  it('has the same headers where no route is reached, for an invalid path or request', async () => {
    const { headers } = await service.ask('GET', '/v1/entity/%zz', { key });
    expect([headers.get('x-content-type-options'), headers.get('cache-control')]).toEqual(['nosniff', 'no-store']);
    const { hostname, port } = new URL(service.url);
    const socket = connect(Number(port), hostname);
    socket.end('NONSENSE\r\n\r\n');
    let answer = '';
    for await (const chunk of socket) answer += String(chunk);
    expect(answer).toMatch(/\r\nX-Content-Type-Options: nosniff\r\n/i);
    expect(answer).toMatch(/\r\nCache-Control: no-store\r\n/i);
  });

  it('requires https in browsers when the public address uses it', async () => {
    const plain = await service.ask('GET', '/health/live');
    expect(plain.headers.has('strict-transport-security')).toBe(false);
    const secure = await startService({ env: { BASE_URL: 'https://standing.example.com' } });
    try {
      const { headers } = await secure.ask('GET', '/health/live');
      expect(headers.get('strict-transport-security')).toBe('max-age=31536000');
    } finally {
      await secure.close();
    }
  });

  it('varies by origin for a preflight', async () => {
    const { headers, status } = await fetch(`${service.url}/v1/account`, {
      method: 'OPTIONS',
      headers: { origin: service.url, 'access-control-request-method': 'GET' },
    });
    expect([status, headers.get('x-content-type-options')]).toEqual([204, 'nosniff']);
    expect(headers.get('vary')).toMatch(/\bOrigin\b/);
  });
});
