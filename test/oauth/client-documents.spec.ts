import { readFileSync } from 'node:fs';
import * as oauth from 'openid-client';
import { ClientDocuments } from '../../src/core/oauth/ports.js';
import { newEmail, startService, type Service } from '../support/harness.js';
import { startReceiver, type Receiver } from '../support/receiver.js';
import { Browser, freePort } from '../support/oauth-user.js';

const CALLBACK = 'http://127.0.0.1:9/callback';
const tls = {
  key: readFileSync('test/fixtures/tls/receiver.key', 'utf8'),
  cert: readFileSync('test/fixtures/tls/receiver.crt', 'utf8'),
};

/** The client's own server, scripted by each test. */
let site: Receiver;
let service: Service;
beforeAll(async () => {
  site = await startReceiver({ tls });
  service = await newService({ WEBHOOK_ALLOW_PRIVATE: 'true' });
});
afterAll(async () => {
  await service.close();
  await site.close();
});

const newService = async (env: Record<string, string>) =>
  startService({
    env: { PORT: String(await freePort()), ...env },
    prepare: (app) => void Object.assign(app.get(ClientDocuments, { strict: false }), { ca: tls.cert }),
  });

let clients = 0;
/** Returns the id of a new client: the URL of its client document. */
const newId = () => `https://localhost:${site.port}/client-${(clients += 1)}.json`;

function publish(document: object | string, headers: Record<string, string> = {}): void {
  site.answer = (_n, response) => {
    response.writeHead(200, { 'content-type': 'application/json', ...headers });
    response.end(typeof document === 'string' ? document : JSON.stringify(document));
  };
}

const described = (client_id: string) => ({
  client_id,
  client_name: 'Self-described Client',
  redirect_uris: [CALLBACK],
  token_endpoint_auth_method: 'none',
});

/** Sends a browser to the authorization page as this client does, and returns where it stopped. */
async function visit(clientId: string, { redirect = CALLBACK, at = service } = {}) {
  const client = new oauth.Configuration(
    {
      issuer: at.url,
      authorization_endpoint: `${at.url}/oauth/authorize`,
      token_endpoint: `${at.url}/oauth/token`,
      authorization_response_iss_parameter_supported: true,
    },
    clientId,
    undefined,
    oauth.None(),
  );
  oauth.allowInsecureRequests(client);
  const verifier = oauth.randomPKCECodeVerifier();
  const browser = new Browser(at);
  const url = oauth.buildAuthorizationUrl(client, {
    redirect_uri: redirect,
    scope: 'account:read',
    resource: `${at.url}/mcp`,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  });
  const back = await browser.open(url.href);
  return { client, verifier, browser, back };
}

async function expectRefused(clientId: string): Promise<void> {
  const { browser, back } = await visit(clientId);
  expect(back).toBeUndefined();
  expect(browser.status).toBeGreaterThanOrEqual(400);
  expect(browser.status).toBeLessThan(500);
  expect(browser.html).toContain('This request failed');
}

describe('a client whose id is the address of its metadata document', () => {
  it('gets a token without registration, and its user sees its name and redirect host', async () => {
    const id = newId();
    publish(described(id));
    const { client, verifier, browser } = await visit(id);
    const email = newEmail();
    await browser.signIn(email, '10.7.0.1');
    expect(browser.html).toContain('Self-described Client');
    expect(browser.html).toContain('<strong id="redirect-host">127.0.0.1:9</strong>');
    const back = await browser.submit({ action: 'allow' });
    const got = await oauth.authorizationCodeGrant(client, new URL(back ?? ''), { pkceCodeVerifier: verifier });
    const headers = { authorization: `Bearer ${got.access_token}` };
    expect((await service.ask('GET', '/v1/account', { headers })).body.email).toBe(email);
    const { body } = await service.ask('GET', '/v1/account/grants', { headers });
    expect(body.grants).toMatchObject([{ client_id: id }]);
  });

  it('is asked for its document once while the document may be cached', async () => {
    const id = newId();
    publish(described(id), { 'cache-control': 'max-age=600' });
    const before = site.received.length;
    await visit(id);
    await visit(id);
    expect(site.received.length - before).toBe(1);
    expect(site.received.at(-1)?.headers['accept']).toBe('application/json');
  });

  it('is refused when the document is about another client', async () => {
    const id = newId();
    publish(described(newId()));
    await expectRefused(id);
  });

  it('is refused a redirect address that is not in the document', async () => {
    const id = newId();
    publish(described(id));
    const { browser, back } = await visit(id, { redirect: 'https://evil.example/steal' });
    expect(back).toBeUndefined();
    expect(browser.status).toBe(400);
  });

  it('receives its code on any loopback port of a listed address, and nowhere else', async () => {
    const id = newId();
    const redirect_uris = ['https://editor.example/redirect', 'http://127.0.0.1:33418/', 'http://localhost/callback'];
    publish({ ...described(id), redirect_uris, client_uri: null, contacts: null, scope: 'mcp' });
    for (const redirect of ['http://127.0.0.1:60005/', 'http://localhost:49567/callback']) {
      const { client, verifier, browser } = await visit(id, { redirect });
      await browser.signIn(newEmail(), '10.7.0.2');
      const back = new URL((await browser.submit({ action: 'allow' })) ?? '');
      expect(back.origin + back.pathname).toBe(redirect);
      const got = await oauth.authorizationCodeGrant(client, back, { pkceCodeVerifier: verifier });
      expect(got.refresh_token).toBeTruthy();
    }
    for (const redirect of ['http://127.0.0.1.evil.example/', 'http://127.0.0.1:60005/other']) {
      const { browser, back } = await visit(id, { redirect });
      expect([redirect, back, browser.status]).toEqual([redirect, undefined, 400]);
    }
  });

  it.each([
    ['a redirect over plain http', { redirect_uris: ['http://app.example.com/callback', CALLBACK] }],
    ['a script to redirect to', { redirect_uris: ['javascript:alert(1)', CALLBACK] }],
    ['no redirect address', { redirect_uris: [] }],
    ['a secret that everybody can read', { client_secret: 'hush' }],
    ['a shared secret as its proof', { token_endpoint_auth_method: 'client_secret_post' }],
  ])('is refused for %s, like one that registers', async (_what, fault) => {
    const id = newId();
    publish({ ...described(id), ...fault });
    await expectRefused(id);
  });

  it.each([
    ['is no JSON', (id: string) => publish(`<html>${id}</html>`)],
    [
      'is too long',
      (id: string) => publish({ ...described(id), client_uri: `https://a.example/${'x'.repeat(5_000)}` }),
    ],
    ['is not there', () => (site.answer = () => 404)],
    [
      'is somewhere else',
      (id: string) => {
        site.answer = (_n, response, { path }) => {
          if (path.endsWith('/moved.json')) return void response.writeHead(200).end(JSON.stringify(described(id)));
          response.writeHead(302, { location: '/moved.json' }).end();
        };
      },
    ],
    ['never comes', () => (site.answer = () => undefined)],
  ])('is refused when its document %s', async (_what, prepare) => {
    const id = newId();
    prepare(id);
    await expectRefused(id);
    expect(site.received.map(({ path }) => path)).not.toContain('/moved.json');
  });

  it.each([
    ['is not there', () => (site.answer = () => 404)],
    ['is about another client', () => publish(described(newId()))],
  ])('is asked only once when its document %s', async (_what, prepare) => {
    const id = newId();
    prepare();
    const before = site.received.length;
    await Promise.all([expectRefused(id), expectRefused(id)]);
    await expectRefused(id);
    expect(site.received.length - before).toBe(1);
  });

  it('cannot make the service send requests into its own network', async () => {
    const guarded = await newService({});
    const before = site.received.length;
    for (const host of ['127.0.0.1', 'localhost', '[::1]', '0x7f000001', '169.254.169.254', '10.0.0.1']) {
      const { browser, back } = await visit(`https://${host}:${site.port}/client.json`, { at: guarded });
      expect({ host, back, status: browser.status }).toEqual({ host, back: undefined, status: expect.any(Number) });
      expect(browser.status).toBeGreaterThanOrEqual(400);
      expect(browser.html).toContain('This request failed');
    }
    expect(site.received.length).toBe(before);
    await guarded.close();
  });
});
