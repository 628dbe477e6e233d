import { startService, type Service } from '../support/harness.js';

/** The Accept header of a browser's page request. */
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

async function open(path: string, { accept = BROWSER, method = 'GET', headers = {} } = {}) {
  const answer = await fetch(service.url + path, { method, headers: { accept, ...headers }, redirect: 'manual' });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

function expectPage({ headers, text }: { headers: Headers; text: string }): void {
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(text).toMatch(/^<!doctype html>\n<html lang="en">/);
  expect(text).toContain('prefers-color-scheme: dark');
  const policy = headers.get('content-security-policy') ?? '';
  expect(policy).toContain(`default-src 'none'`);
  expect(policy).toContain(`frame-ancestors 'none'`);
  expect(policy).not.toContain('unsafe');
}

describe('the error page of a browser request', () => {
  it.each([
    ['a path where nothing is', 'GET', '/nothing-here', 404, 'There is no GET /nothing-here.'],
    ['a path where nothing is, below /v1', 'GET', '/v1/nothing', 404, 'There is no GET /v1/nothing.'],
    ['a route that needs a key', 'GET', '/v1/account', 401, 'This route needs an API key.'],
    ['an unknown field', 'GET', '/v1/config?unknown=1', 400, 'query.unknown is not a known field.'],
    ['a sign-in that has expired', 'GET', '/oauth/interaction/none', 404, 'This page has expired.'],
    ['a form whose page has expired', 'POST', '/oauth/interaction/none', 404, 'This page has expired.'],
    ['a checkout that is not there', 'GET', '/checkout/test/cs_none', 404, 'No checkout has this id.'],
  ])('has the status and message that a program gets for %s', async (_what, method, path, status, message) => {
    const page = await open(path, { method });
    const program = await open(path, { method, accept: '*/*' });
    expect([page.status, program.status]).toEqual([status, status]);
    expectPage(page);
    expect(page.text).toContain(message);
    expect(JSON.parse(program.text).error.message).toContain(message);
    expect(page.headers.get('vary')).toMatch(/\bAccept\b/);
    expect(page.headers.get('cache-control')).toBe('no-store');
  });

  it('never contains unescaped input', async () => {
    const page = await open('/<script>alert(1)</script>');
    expect(page.status).toBe(404);
    expect(page.text).not.toContain('<script>');
  });

  it('shows the request id of an internal error', async () => {
    const { key } = await service.signUp();
    await service.db.rows('alter table entities rename to entities_gone');
    try {
      const headers = { 'x-api-key': key, 'x-request-id': 'trace-9' };
      const page = await open('/v1/entity/ent_01kaaaaaaaaaaaaaaaaaaaaaaa', { headers });
      expect(page.status).toBe(500);
      expectPage(page);
      expect(page.text).toContain('trace-9');
      expect(page.text).not.toMatch(/relation|entities_gone|select/);
    } finally {
      await service.db.rows('alter table entities_gone rename to entities');
    }
  });

  it.each([
    ['*/*'],
    ['application/json'],
    ['application/json, text/plain, */*'],
    ['text/html;q=0.5, application/json'],
    ['text/html;q=0'],
  ])('is JSON for a program that accepts %s', async (accept) => {
    const { headers, text } = await open('/v1/account', { accept });
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(JSON.parse(text).error.code).toBe('UNAUTHORIZED');
  });
});

describe('the entry point', () => {
  it('is a page for a person: what this is, how to begin, and where everything is', async () => {
    const page = await open('/');
    expect(page.status).toBe(200);
    expectPage(page);
    for (const part of ['Standing', '/v1/auth/request-access', 'us-co']) expect(page.text).toContain(part);
    const linked = [...page.text.matchAll(/<a href="([^"]+)"/g)].map(([, href = '']) => href);
    expect(linked.length).toBeGreaterThan(5);
    for (const href of linked) {
      const { status } = await open(new URL(href, `${service.url}/`).href.replace(service.url, ''));
      expect([href, status]).toEqual([href, 200]);
    }
    expect(page.headers.get('link')).toContain('rel="service-desc"');
    expect(page.headers.get('cache-control')).toBe('public, max-age=3600');
    expect(page.headers.get('vary')).toMatch(/\bAccept\b/);
  });

  it.each([
    ['*/*', 'application/json'],
    ['application/json', 'application/json'],
    ['text/html;q=0.8, application/json', 'application/json'],
    ['application/json;q=0.8, text/html', 'text/html'],
    ['text/markdown', 'text/markdown'],
    ['text/markdown, text/html, */*', 'text/markdown'],
    ['text/html, text/markdown;q=0.9', 'text/html'],
    [BROWSER, 'text/html'],
  ])('returns for %s the type %s', async (accept, type) => {
    const { headers } = await open('/', { accept });
    expect(headers.get('content-type')).toMatch(new RegExp(`^${type}(;|$)`));
  });
});

describe('the terms of service', () => {
  it('names those of the operator in every entry document, and none when there are none', async () => {
    const termsUrl = 'https://example.com/terms';
    const withTerms = await startService({ env: { TERMS_URL: termsUrl } });
    try {
      expect((await withTerms.ask('GET', '/')).body.terms).toBe(termsUrl);
      expect((await withTerms.ask('GET', '/openapi.json')).body.info.termsOfService).toBe(termsUrl);
      const page = await fetch(withTerms.url, { headers: { accept: BROWSER } });
      expect(await page.text()).toContain(`<a href="${termsUrl}">`);
    } finally {
      await withTerms.close();
    }
    expect((await service.ask('GET', '/')).body).not.toHaveProperty('terms');
    expect((await service.ask('GET', '/openapi.json')).body.info).not.toHaveProperty('termsOfService');
    expect((await open('/')).text).not.toContain('terms of service');
  });
});
