import { randomBytes } from 'node:crypto';
import * as oauth from 'openid-client';
import { newEmail, startService, type Service } from '../support/harness.js';
import { Browser, clientOf, freePort } from '../support/oauth-user.js';

const LOOPBACK = 'http://127.0.0.1:9/callback';
const SITE = 'https://app.example.com/callback';
const newIp = () => `10.${[...randomBytes(3)].join('.')}`;
const EVERY_SCOPE = 'account:read account:write billing';
const READ = 'See your account';
const WRITE = 'change your account';
const PAYMENTS = 'See your payments';
let service: Service;
beforeAll(async () => {
  service = await startService({ env: { PORT: String(await freePort()) } });
});
afterAll(() => service.close());

async function newClient(redirect: string, method: string): Promise<oauth.Configuration> {
  const { body } = await service.ask('POST', '/oauth/register', {
    headers: { 'x-forwarded-for': newIp() },
    body: { client_name: 'Ledger Desk', redirect_uris: [redirect], token_endpoint_auth_method: method },
  });
  return clientOf(service, body);
}

/** Opens an authorization request; returns the address of the answer, if no page is shown. */
async function ask(
  { client, browser, redirect }: { client: oauth.Configuration; browser: Browser; redirect: string },
  scope: string,
  more: Record<string, string> = {},
) {
  const verifier = oauth.randomPKCECodeVerifier();
  const url = oauth.buildAuthorizationUrl(client, {
    redirect_uri: redirect,
    scope,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...more,
  });
  return { back: await browser.open(url.href), verifier };
}

async function visitor(redirect: string, method: string) {
  const visit = { client: await newClient(redirect, method), browser: new Browser(service), redirect };
  await ask(visit, EVERY_SCOPE);
  await visit.browser.signIn(newEmail(), newIp());
  await visit.browser.submit({ action: 'allow' });
  return visit;
}

const listed = (html: string, id: string) => new RegExp(`<ul id="${id}">(.*?)</ul>`, 's').exec(html)?.[1] ?? '';

describe.each([
  ['the loopback', LOOPBACK],
  ['a site', SITE],
])('an application without a secret that was allowed before, at %s', (_where, redirect) => {
  it('is asked about again, with every scope that its token will have', async () => {
    const visit = await visitor(redirect, 'none');
    const { back } = await ask(visit, EVERY_SCOPE);
    expect(back).toBeUndefined();
    for (const words of [READ, WRITE, PAYMENTS]) expect(listed(visit.browser.html, 'asked')).toContain(words);
    expect(listed(visit.browser.html, 'kept')).toBe('');
  });

  it('gets no answer without a question', async () => {
    const visit = await visitor(redirect, 'none');
    const { back } = await ask(visit, 'account:read', { prompt: 'none' });
    expect(new URL(back ?? '').searchParams.get('error')).toBe('interaction_required');
  });
});

describe('a second installation of an application', () => {
  const installed = async (client: oauth.Configuration, email: string, scope: string) => {
    const visit = { client, browser: new Browser(service), redirect: LOOPBACK };
    const { verifier } = await ask(visit, scope);
    await visit.browser.signIn(email, newIp());
    const { html } = visit.browser;
    const back = await visit.browser.submit({ action: 'allow' });
    const tokens = await oauth.authorizationCodeGrant(client, new URL(back ?? ''), { pkceCodeVerifier: verifier });
    return { ...tokens, html, headers: { authorization: `Bearer ${tokens.access_token}` } };
  };

  it('leaves the first one its tokens and keys, as its page says, and both have one grant', async () => {
    const { key, email } = await service.signUp(newEmail());
    const client = await newClient(LOOPBACK, 'none');
    const first = await installed(client, email, 'account:write offline_access');
    const made = await service.ask('POST', '/v1/account/keys', { headers: first.headers, body: {} });
    const second = await installed(client, email, 'account:read offline_access');
    expect(listed(second.html, 'kept')).toContain(WRITE);
    expect((await service.ask('GET', '/v1/account', { headers: second.headers })).status).toBe(200);
    expect((await service.ask('POST', '/v1/account/keys', { headers: first.headers, body: {} })).status).toBe(201);
    expect((await service.ask('GET', '/v1/watches', { key: made.body.api_key })).status).toBe(200);
    const renewed = await oauth.refreshTokenGrant(client, first.refresh_token ?? '');
    expect(renewed.access_token).toBeTruthy();
    const { grants } = (await service.ask('GET', '/v1/account/grants', { key })).body;
    expect(grants).toMatchObject([{ scopes: ['account:read', 'account:write'] }]);
    expect((await service.ask('DELETE', `/v1/account/grants/${grants[0].grant_id}`, { key })).status).toBe(204);
    for (const { headers } of [first, second])
      expect((await service.ask('GET', '/v1/account', { headers })).status).toBe(401);
  });
});

describe('the consent page', () => {
  it('says first what every application may do, whatever its scopes', async () => {
    const visit = await visitor(SITE, 'none');
    for (const scope of ['account:read', EVERY_SCOPE]) {
      await ask(visit, scope, { prompt: 'consent' });
      const [first] = /<li>.*?<\/li>/.exec(listed(visit.browser.html, 'asked')) ?? [];
      expect(first).toBe(
        '<li>Verify and search businesses, with credits of your account; see and change its files and watches, and where they report to; see its requests, events and balance</li>',
      );
    }
  });

  it.each([
    ['without a secret', LOOPBACK, 'none'],
    ['with a secret', SITE, 'client_secret_basic'],
  ])('lists what the grant of an application %s keeps besides what it asks for', async (_what, redirect, method) => {
    const visit = await visitor(redirect, method);
    await ask(visit, 'account:read', { prompt: 'consent' });
    const { html } = visit.browser;
    expect(listed(html, 'asked')).toContain(READ);
    expect(listed(html, 'asked')).not.toContain(WRITE);
    expect(listed(html, 'kept')).toContain(WRITE);
    expect(listed(html, 'kept')).toContain(PAYMENTS);
  });

  it('is not shown for an application with a secret that asks for what it was allowed', async () => {
    const visit = await visitor(SITE, 'client_secret_basic');
    const { back } = await ask(visit, EVERY_SCOPE);
    expect(new URL(back ?? '').searchParams.get('code')).toBeTruthy();
  });
});
