import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { request } from 'undici';
import { skillDocuments } from '../../src/modules/discovery/documents/skills.js';
import { startService, type Service } from '../support/harness.js';

const BASE_URL = 'https://standing.example.com/kyb';

let service: Service;
beforeAll(async () => {
  service = await startService({ env: { BASE_URL } });
});
afterAll(() => service.close());

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(service.url + path, { method, headers: { 'accept-encoding': 'identity', ...headers } });
const getJson = async (path: string): Promise<any> => (await get(path)).json();

const GUIDES = readdirSync('docs', { recursive: true, encoding: 'utf8' }).flatMap((name) =>
  name.endsWith('.md') && !name.startsWith('internals/') ? [name.replace('.md', '')] : [],
);
const PICTURES = readdirSync('docs/pictures').map((name) => `pictures/${name}`);

const DOCUMENTS = [
  '/',
  '/index.html',
  '/index.md',
  '/llms.txt',
  '/openapi.json',
  '/openapi.yaml',
  '/reference',
  '/reference/page.css',
  '/reference/scalar.js',
  '/reference/start.js',
  '/tools/openai.json',
  '/tools/anthropic.json',
  '/mcp/server-card',
  '/.well-known/mcp/server-card.json',
  '/.well-known/agent-card.json',
  '/.well-known/ai-catalog.json',
  '/.well-known/api-catalog',
  '/.well-known/security.txt',
  '/.well-known/agent-skills/index.json',
  '/docs',
  '/docs/copy.js',
  ...GUIDES.flatMap((name) => [`/docs/${name}`, `/docs/${name}.md`]),
  ...PICTURES.map((name) => `/docs/${name}`),
  ...readdirSync('src/modules/discovery/skills').map((name) => `/.well-known/agent-skills/${name}/SKILL.md`),
];

const OF_THE_MOMENT = new Set(['date', 'x-request-id', 'connection', 'keep-alive']);
const headersOf = ({ headers }: Response) =>
  Object.fromEntries([...headers].filter(([name]) => !OF_THE_MOMENT.has(name)));

describe.each(DOCUMENTS)('%s', (path) => {
  it('is served with an ETag, with the same headers for HEAD, and as 304 to a client that has it', async () => {
    const whole = await get(path);
    expect(whole.status).toBe(200);
    const bytes = await whole.arrayBuffer();
    const etag = whole.headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[\w-]+"$/);
    expect(whole.headers.get('cache-control')).toBe('public, max-age=3600');
    expect(whole.headers.get('content-length')).toBe(String(bytes.byteLength));

    const head = await get(path, {}, 'HEAD');
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect(headersOf(head)).toEqual(headersOf(whole));
    for (const known of [etag, `W/"other", ${etag}`, '*']) {
      const again = await get(path, { 'if-none-match': known });
      expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag]);
    }
    const other = await get(path, { 'if-none-match': '"other"' });
    expect([other.status, (await other.arrayBuffer()).byteLength]).toEqual([200, bytes.byteLength]);
  });

  it('may be read by pages of every origin, with its tag and its links', async () => {
    const { headers } = await get(path, { origin: 'https://anybody.example' });
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('access-control-expose-headers')).toBe('ETag, Link');
    expect(headers.get('access-control-allow-credentials')).toBeNull();
  });
});

it('serves no other documents than those listed here', async () => {
  const paths = service.routes.filter((route) => /^GET [^:*]+$/.test(route)).map((route) => route.slice(4));
  const tagged = await Promise.all(paths.map(async (path) => (await get(path)).headers.has('etag')));
  const living = ['/v1/config', '/v1/jurisdictions', '/docs/search'];
  expect(paths.filter((_path, n) => tagged[n]).toSorted()).toEqual([...DOCUMENTS, ...living].toSorted());
});

describe.each([
  ...DOCUMENTS,
  '/.well-known/oauth-protected-resource',
  '/.well-known/oauth-authorization-server',
  '/tools/openai.json',
  '/tools/anthropic.json',
  '/v1/config',
])('%s', (path) => {
  it.each([
    { host: 'evil.example' },
    { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'gopher' },
    { forwarded: 'host=evil.example;proto=gopher' },
  ])('names no host but the public one when asked with %j', async (headers) => {
    // fetch sets the Host header itself.
    const answer = await request(service.url + path, { headers });
    expect(answer.statusCode).toBe(200);
    const said = `${JSON.stringify(answer.headers)}\n${await answer.body.text()}`;
    const { host } = new URL(service.url);
    expect(['evil.example', 'gopher', host].filter((name) => said.includes(name))).toEqual([]);
  });
});

describe('GET /', () => {
  it.each([
    [undefined, 'application/json'],
    ['*/*', 'application/json'],
    ['text/html,application/xhtml+xml;q=0.9,*/*;q=0.8', 'text/html'],
    ['text/html;q=0.9, application/json', 'application/json'],
    ['text/markdown', 'text/markdown'],
    ['text/markdown, application/json;q=0.9', 'text/markdown'],
    ['text/markdown;q=0.5, application/json', 'application/json'],
    ['text/markdown;q=0, */*', 'application/json'],
  ])('returns for Accept: %s the type %s', async (accept, type) => {
    const answer = await get('/', accept === undefined ? {} : { accept });
    expect(answer.headers.get('content-type')).toBe(`${type}; charset=utf-8`);
    expect(answer.headers.get('vary')).toContain('Accept');
  });

  it('links to documents that exist, in its headers and its body', async () => {
    const answer = await get('/');
    const linked = [...(answer.headers.get('link') ?? '').matchAll(/<([^>]+)>; rel="([\w-]+)"/g)];
    expect(linked.map(([, , rel]) => rel)).toEqual(
      expect.arrayContaining(['api-catalog', 'service-desc', 'service-doc', 'status', 'describedby', 'alternate']),
    );
    const body = await answer.json();
    const addresses = [...linked.map(([, href = '']) => href), body.reference, body.openapi, body.skills, body.health];
    const statuses = await Promise.all(addresses.map(async (href) => (await get(href.replace(BASE_URL, ''))).status));
    expect(statuses).toEqual(addresses.map(() => 200));
  });
});

describe('the documentation', () => {
  const hrefs = (html: string) => [...html.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, href = '']) => href);
  const isElsewhere = (href: string) => /^(https?|data|mailto):/.test(href);

  it.each(['', ...GUIDES.map((name) => `/${name}`)])('/docs%s has no broken links', async (page) => {
    const at = new URL(`/docs${page}`, service.url);
    const html = await (await get(at.pathname)).text();
    for (const href of hrefs(html).filter((each) => !isElsewhere(each))) {
      const { pathname, hash } = new URL(href, at);
      const target = await get(pathname, { accept: 'text/html' });
      expect([href, target.status]).toEqual([href, 200]);
      const anchor = hash === '' ? '' : ` id="${decodeURIComponent(hash.slice(1))}"`;
      expect([href, (await target.text()).includes(anchor)]).toEqual([href, true]);
    }
  });

  it.each(GUIDES)('/docs/%s.md has no broken links', async (name) => {
    const answer = await get(`/docs/${name}.md`);
    expect(answer.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    const links = [...(await answer.text()).matchAll(/\]\(([^)\s]+)\)/g)].map(([, href = '']) => href);
    for (const href of links.filter((each) => !isElsewhere(each) && !each.startsWith('#'))) {
      const { pathname } = new URL(href, `${service.url}/docs/${name}.md`);
      expect([href, (await get(pathname)).status]).toEqual([href, 200]);
    }
  });

  it.each(['', ...GUIDES.map((name) => `/${name}`)])('/docs%s loads nothing from other hosts', async (page) => {
    const answer = await get(`/docs${page}`);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const policy = answer.headers.get('content-security-policy')?.split('; ');
    expect(policy).toEqual(expect.arrayContaining(["default-src 'none'", "img-src 'self' data:"]));
    const loaded = [...(await answer.text()).matchAll(/<(?!a )[^>]+(?:href|src)="([^"]+)"/g)].map(
      ([, href = '']) => href,
    );
    expect(loaded.filter((href) => /^(https?:)?\/\//.test(href))).toEqual([]);
  });

  it('excludes the pages for contributors', async () => {
    for (const name of readdirSync('docs/internals')) {
      expect([name, (await get(`/docs/internals/${name}`)).status]).toEqual([name, 404]);
    }
    expect(await (await get('/docs')).text()).not.toContain('internals');
  });

  it('shows pictures with their descriptions', async () => {
    const html = await (await get('/docs/explanation/architecture')).text();
    expect(html).toContain(
      '<img src="../pictures/the-layers.svg" alt="The layers. Modules and adapters depend on core',
    );
    expect(html).toContain('<img src="../pictures/the-life-of-a-job.svg"');
    expect((await get('/docs/pictures/the-layers.svg')).headers.get('content-type')).toBe(
      'image/svg+xml; charset=utf-8',
    );
  });

  it('finds the sections with every word, without a script', async () => {
    const search = async (words: string) => (await get(`/docs/search?q=${encodeURIComponent(words)}`)).text();
    const links = (html: string) => [...html.matchAll(/<li><a href="([^"]+)"/g)].map(([, href = '']) => href);
    const found = links(await search('retention'));
    expect(found).toContain('reference/limits#retention');
    for (const href of found) {
      const { pathname } = new URL(href, `${service.url}/docs/search`);
      expect([href, (await get(pathname)).status]).toEqual([href, 200]);
    }
    expect(await search('no page has wordslikethis')).toContain('No section has all of these words.');
    const hostile = await search('"><script>alert(1)</script>');
    expect(hostile).not.toContain('<script>');
    expect((await get('/docs/search')).status).toBe(200);
    expect((await get(`/docs/search?q=${'a'.repeat(1_000)}`)).status).toBe(400);
  });

  it('begins a long page with a list of its sections', async () => {
    const html = await (await get('/docs/explanation/architecture')).text();
    expect(html).toMatch(/<nav class="contents" aria-label="On this page"><ul>\n<li><a href="#[^"]+">/);
    expect(await (await get('/docs/how-to/limit-a-key')).text()).not.toContain('class="contents"');
  });

  it('links each page to its neighbours, and marks the current page', async () => {
    const html = await (await get('/docs/how-to/limit-a-key')).text();
    expect(html).toContain('<a href="../how-to/limit-a-key" aria-current="page">Limit a key</a>');
    expect(html).toMatch(/<a rel="prev" href="[^"]+">← .+<\/a><a rel="next" href="[^"]+">.+ →<\/a>/);
  });

  it('is listed for language models, each page once', async () => {
    const list = await (await get('/llms.txt')).text();
    const listed = [...list.matchAll(/\]\(https:\/\/standing\.example\.com\/kyb(\/docs\/[^)]+)\)/g)].map(
      ([, path]) => path,
    );
    expect(listed.toSorted()).toEqual(GUIDES.map((name) => `/docs/${name}.md`).toSorted());
  });
});

it('tells agents that buy credits who creates accounts', () => {
  const skill = (signUp: boolean) => {
    const documents = new Map(skillDocuments('https://a.example', { freeCredits: 7, signUp, sellsCredits: true }));
    return documents.get('/.well-known/agent-skills/buy-credits/SKILL.md')?.bytes.toString();
  };
  expect(skill(true)).toContain('A new account has 7 credits.');
  expect(skill(false)).toContain('The operator of this service creates accounts');
  expect(skill(false)).not.toContain('7 credits');
});

it('serves the skills with the digests that their index states', async () => {
  const { skills } = await getJson('/.well-known/agent-skills/index.json');
  for (const { name, url, digest, description } of skills) {
    const bytes = Buffer.from(await (await get(url.replace(BASE_URL, ''))).arrayBuffer());
    expect(digest).toBe(`sha256:${createHash('sha256').update(bytes).digest('hex')}`);
    const [, front = ''] = /^---\n([\s\S]+?)\n---\n/.exec(String(bytes)) ?? [];
    expect(front).toBe(`name: ${name}\ndescription: ${description}`);
  }
});

it('serves the API catalogue as a linkset, and identifies it to HEAD', async () => {
  const head = await get('/.well-known/api-catalog', {}, 'HEAD');
  expect(head.headers.get('content-type')).toBe(
    'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
  );
  expect(head.headers.get('link')).toBe(`<${BASE_URL}/.well-known/api-catalog>; rel="api-catalog"`);
  const { linkset } = await getJson('/.well-known/api-catalog');
  expect(linkset[0].item).toEqual([{ href: `${BASE_URL}/v1` }]);
  expect(linkset[1]['service-desc'][0].href).toBe(`${BASE_URL}/openapi.json`);
});

it('limits the reference page to its own files and to the service', async () => {
  const policy = (await get('/reference')).headers.get('content-security-policy')?.split('; ');
  expect(policy).toEqual([
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "connect-src 'self' https://standing.example.com",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ]);
});

it('serves the files of the reference below the public path', async () => {
  const page = await (await get('/reference')).text();
  const files = [...page.matchAll(/<(?:script|link) [^>]*(?:src|href)="(?!data:)([^"]+)"/g)].map(
    ([, file = '']) => file,
  );
  const addresses = files.map((file) => new URL(file, `${BASE_URL}/reference`).href);
  expect(addresses).toContain(`${BASE_URL}/reference/scalar.js`);
  for (const address of addresses) expect((await fetch(address.replace(BASE_URL, service.url))).status).toBe(200);
});

it('shows agents the interfaces that exist, and no others', async () => {
  const { entries } = await getJson('/.well-known/ai-catalog.json');
  const interfaces = [
    ['/mcp', '/mcp/server-card'],
    ['/a2a', '/.well-known/agent-card.json'],
  ] as const;
  for (const [path, card] of interfaces) {
    const open = (await get(path, {}, 'POST')).status !== 404;
    expect((await get(card)).status).toBe(open ? 200 : 404);
    expect(entries.some(({ url }: { url: string }) => url === BASE_URL + card)).toBe(open);
  }
});

describe('compression', () => {
  /** Returns the size on the wire, before decompression. */
  async function sizeOf(path: string, accepted: string): Promise<{ encoding: unknown; bytes: number; etag: unknown }> {
    const { headers, body } = await request(service.url + path, { headers: { 'accept-encoding': accepted } });
    const bytes = (await body.arrayBuffer()).byteLength;
    return { encoding: headers['content-encoding'], bytes, etag: headers['etag'] };
  }

  it('keeps the OpenAPI document within 64 kB, and the whole reference page within 1.2 MB', async () => {
    expect((await sizeOf('/openapi.json', 'gzip, deflate, br')).bytes).toBeLessThanOrEqual(64_000);
    expect((await sizeOf('/openapi.json', 'gzip')).bytes).toBeLessThanOrEqual(64_000);
    const parts = ['/reference', '/reference/page.css', '/reference/scalar.js', '/reference/start.js', '/openapi.json'];
    const sizes = await Promise.all(parts.map((path) => sizeOf(path, 'gzip, deflate, br, zstd')));
    expect(sizes.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(1_200_000);
  });

  it('uses an encoding that the caller accepts, each with its own tag', async () => {
    const codings = ['br', 'gzip', 'identity', 'br;q=0, gzip;q=0.5', ''];
    const answers = await Promise.all(codings.map((accepted) => sizeOf('/llms.txt', accepted)));
    expect(answers.map(({ encoding }) => encoding)).toEqual(['br', 'gzip', undefined, 'gzip', undefined]);
    expect(new Set(answers.map(({ etag }) => etag)).size).toBe(3);
    const { etag } = await sizeOf('/llms.txt', 'br');
    const again = await get('/llms.txt', { 'accept-encoding': 'br', 'if-none-match': String(etag) });
    expect([again.status, again.headers.get('vary')]).toEqual([304, 'Accept-Encoding']);
  });
});
