import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startService, type Service } from '../harness.js';

const BASE_URL = 'https://standing.example.com/kyb';

let service: Service;
beforeAll(async () => {
  service = await startService({ env: { BASE_URL } });
});
afterAll(() => service.close());

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(service.url + path, { method, headers });
const getJson = async (path: string): Promise<any> => (await get(path)).json();

const DOCUMENTS = [
  '/',
  '/index.md',
  '/llms.txt',
  '/openapi.json',
  '/openapi.yaml',
  '/reference',
  '/.well-known/api-catalog',
  '/.well-known/ai-catalog.json',
  '/.well-known/security.txt',
  '/.well-known/agent-skills/index.json',
];

describe.each(DOCUMENTS)('%s', (path) => {
  it('is served like a file: with a tag, to HEAD as well, and not again to who has it', async () => {
    const whole = await get(path);
    expect(whole.status).toBe(200);
    const text = await whole.text();
    const etag = whole.headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[\w-]+"$/);
    expect(whole.headers.get('cache-control')).toBe('public, max-age=3600');
    expect(whole.headers.get('access-control-allow-origin')).toBe('*');

    const head = await get(path, {}, 'HEAD');
    expect([head.status, head.headers.get('etag'), head.headers.get('content-length')]).toEqual([
      200,
      etag,
      String(Buffer.byteLength(text)),
    ]);
    const again = await get(path, { 'if-none-match': `W/"other", ${etag}` });
    expect([again.status, await again.text()]).toEqual([304, '']);
  });

  it('names no host but the public one, whatever the request says', async () => {
    const text = await (await get(path, { 'x-forwarded-host': 'evil.example' })).text();
    expect(text).not.toContain('127.0.0.1');
    expect(text).not.toContain('evil.example');
  });
});

describe('the way in', () => {
  it.each([
    [undefined, 'application/json'],
    ['*/*', 'application/json'],
    ['text/html,application/xhtml+xml;q=0.9,*/*;q=0.8', 'application/json'],
    ['text/markdown', 'text/markdown'],
    ['text/markdown, application/json;q=0.9', 'text/markdown'],
    ['text/markdown;q=0.5, application/json', 'application/json'],
    ['text/markdown;q=0, */*', 'application/json'],
  ])('Accept: %s has %s', async (accept, type) => {
    const answer = await get('/', accept === undefined ? {} : { accept });
    expect(answer.headers.get('content-type')).toBe(`${type}; charset=utf-8`);
    expect(answer.headers.get('vary')).toContain('Accept');
  });

  it('leads to documents that are there, by links and in its body', async () => {
    const answer = await get('/');
    const linked = [...(answer.headers.get('link') ?? '').matchAll(/<([^>]+)>; rel="([\w-]+)"/g)];
    expect(linked.map(([, , rel]) => rel)).toEqual(
      expect.arrayContaining(['api-catalog', 'service-desc', 'service-doc', 'status', 'describedby', 'alternate']),
    );
    const body = (await answer.json()) as any;
    const addresses = [...linked.map(([, href = '']) => href), body.reference, body.openapi, body.skills, body.health];
    const statuses = await Promise.all(addresses.map(async (href) => (await get(href.replace(BASE_URL, ''))).status));
    expect(statuses).toEqual(addresses.map(() => 200));
  });
});

it('the skills are served with the digests that their index states', async () => {
  const { skills } = await getJson('/.well-known/agent-skills/index.json');
  expect(skills.length).toBeGreaterThanOrEqual(4);
  for (const { name, url, digest, description } of skills) {
    const bytes = Buffer.from(await (await get(url.replace(BASE_URL, ''))).arrayBuffer());
    expect(digest).toBe(`sha256:${createHash('sha256').update(bytes).digest('hex')}`);
    const [, front = ''] = /^---\n([\s\S]+?)\n---\n/.exec(String(bytes)) ?? [];
    expect(front).toBe(`name: ${name}\ndescription: ${description}`);
    expect(description.length).toBeLessThanOrEqual(1024);
  }
});

it('the API catalogue is a linkset, and says so of itself to HEAD', async () => {
  const head = await get('/.well-known/api-catalog', {}, 'HEAD');
  expect(head.headers.get('content-type')).toBe(
    'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
  );
  expect(head.headers.get('link')).toBe(`<${BASE_URL}/.well-known/api-catalog>; rel="api-catalog"`);
  const { linkset } = await getJson('/.well-known/api-catalog');
  expect(linkset[0].item).toEqual([{ href: `${BASE_URL}/v1` }]);
  expect(linkset[1]['service-desc'][0].href).toBe(`${BASE_URL}/openapi.json`);
});

it('security.txt stays valid for months, and less than a year', async () => {
  const text = await (await get('/.well-known/security.txt')).text();
  expect(text).toContain('Contact: mailto:standing@localhost\n');
  const [, expires = ''] = /^Expires: (.+)$/m.exec(text) ?? [];
  const days = (Date.parse(expires) - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(150);
  expect(days).toBeLessThan(365);
});

it('agents are shown the doors that are there, and no others', async () => {
  const { entries } = await getJson('/.well-known/ai-catalog.json');
  const doors = [
    ['/mcp', '/mcp/server-card'],
    ['/a2a', '/.well-known/agent-card.json'],
  ] as const;
  for (const [door, card] of doors) {
    const open = (await get(door, {}, 'POST')).status !== 404;
    expect((await get(card)).status).toBe(open ? 200 : 404);
    expect(entries.some(({ url }: { url: string }) => url === BASE_URL + card)).toBe(open);
  }
});
