import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import * as oauth from 'openid-client';
import { request } from 'undici';
import { Argon2Passwords } from '../../src/adapters/argon2/passwords.js';
import { networkOf } from '../../src/core/rate-limits/network.js';
import { PostgresOAuthRecords } from '../../src/adapters/postgres/oauth/oauth-records.js';
import { toUuid } from '../../src/core/ids.js';
import { newEmail, startService, type Answer, type Service } from '../support/harness.js';
import { textOf, Visitor } from '../console/visitor.js';
import { callTool } from '../support/call-tool.js';
import { Browser, clientOf, freePort } from '../support/oauth-user.js';

const FORGED_HOSTS: Record<string, string>[] = [
  { host: 'evil.example' },
  { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
  { forwarded: 'host=evil.example;proto=https' },
];
const CALLBACK = 'http://127.0.0.1:9/callback';
let service: Service;
beforeAll(async () => {
  service = await startService({ env: { PORT: String(await freePort()) } });
});
afterAll(() => service.close());

const newIp = () => `10.${[...randomBytes(3)].join('.')}`;
const mcp = () => `${service.url}/mcp`;

function register(metadata: object = {}): Promise<Answer> {
  return service.ask('POST', '/oauth/register', {
    headers: { 'x-forwarded-for': newIp() },
    body: { client_name: 'Test Client', redirect_uris: [CALLBACK], token_endpoint_auth_method: 'none', ...metadata },
  });
}

interface Asked {
  scope?: string;
  resource?: string;
  browser?: Browser;
  email?: string;
  client?: oauth.Configuration;
}

async function newClient(metadata: object = {}): Promise<oauth.Configuration> {
  const { body } = await register(metadata);
  return clientOf(service, body);
}

/** Returns an authorization URL for tests that only need the pages. */
async function authorizationUrl(client: oauth.Configuration): Promise<URL> {
  return oauth.buildAuthorizationUrl(client, {
    redirect_uri: CALLBACK,
    scope: 'account:read',
    code_challenge: await oauth.calculatePKCECodeChallenge(oauth.randomPKCECodeVerifier()),
    code_challenge_method: 'S256',
  });
}

/** Runs the flow up to the redirect with the code, as a client library and a user do. */
async function authorize({ scope = 'account:read', resource = mcp(), ...given }: Asked = {}) {
  const client = given.client ?? (await newClient());
  const browser = given.browser ?? new Browser(service);
  const email = given.email ?? newEmail();
  const verifier = oauth.randomPKCECodeVerifier();
  const state = oauth.randomState();
  const url = oauth.buildAuthorizationUrl(client, {
    redirect_uri: CALLBACK,
    scope,
    resource,
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  });
  let back = await browser.open(url.href);
  if (back === undefined && browser.html.includes('Sign in to Standing')) back = await browser.signIn(email, newIp());
  if (back === undefined) back = await browser.submit({ action: 'allow' });
  return { client, browser, email, verifier, state, back: new URL(back ?? 'about:blank') };
}

async function tokens(asked: Asked = {}) {
  const { client, verifier, state, back, ...rest } = await authorize(asked);
  const got = await oauth.authorizationCodeGrant(
    client,
    back,
    { pkceCodeVerifier: verifier, expectedState: state },
    { resource: asked.resource ?? mcp() },
  );
  return { ...rest, client, got, bearer: { authorization: `Bearer ${got.access_token}` } };
}

const account = (headers: Record<string, string>) => service.ask('GET', '/v1/account', { headers });

describe('an authorization request', () => {
  const rowsOf = async () =>
    (await service.db.row<{ n: number }>(`select count(*)::int as n from oauth_records where model = 'Interaction'`))
      ?.n;

  it('is refused and not stored when its state is longer than 2 kB', async () => {
    const url = await authorizationUrl(await newClient());
    const before = await rowsOf();
    url.searchParams.set('state', 'x'.repeat(2_049));
    const answer = await service.ask('GET', url.pathname + url.search);
    expect([answer.status, answer.body.error]).toEqual([400, 'invalid_request']);
    expect(await rowsOf()).toBe(before);
    url.searchParams.set('state', 'x'.repeat(2_048));
    expect((await fetch(url, { redirect: 'manual' })).status).toBe(303);
  });

  it('is refused and not stored when it is larger than 8 kB', async () => {
    const url = await authorizationUrl(await newClient());
    for (const name of ['nonce', 'login_hint', 'ui_locales']) url.searchParams.set(name, 'x'.repeat(3_000));
    const before = await rowsOf();
    expect((await service.ask('GET', url.pathname + url.search)).status).toBe(400);
    expect(await rowsOf()).toBe(before);
  });

  it('cannot request form_post, which is not announced', async () => {
    const { body } = await service.ask('GET', '/.well-known/oauth-authorization-server');
    expect(body.response_modes_supported).toEqual(['query', 'fragment']);
    const url = await authorizationUrl(await newClient());
    url.searchParams.set('response_mode', 'form_post');
    const back = await new Browser(service).open(url.href);
    expect(new URL(back ?? '').searchParams.get('error')).toBe('unsupported_response_mode');
  });
});

describe('the consent page of an application with its own scheme', () => {
  it('names the scheme, and no host that the application made up', async () => {
    const uri = 'com.evil.app://claude.ai/callback';
    const client = await newClient({ redirect_uris: [uri] });
    const url = await authorizationUrl(client);
    url.searchParams.set('redirect_uri', uri);
    const browser = new Browser(service);
    await browser.open(url.href);
    await browser.signIn(newEmail(), newIp());
    expect(browser.html).toContain('<strong id="redirect-host">com.evil.app:</strong>');
  });
});

describe('discovery', () => {
  it('links a refused request to everything a client needs', async () => {
    const refused = await callTool(service, 'get_account', {});
    const [, metadataUrl = ''] =
      /resource_metadata="([^"]+)"/.exec(refused.headers.get('www-authenticate') ?? '') ?? [];
    const resource = await service.ask('GET', new URL(metadataUrl).pathname);
    expect(resource.body).toMatchObject({ resource: mcp(), authorization_servers: [service.url] });
    expect(resource.body.scopes_supported).toEqual(['account:read', 'account:write', 'billing']);
    const server = await service.ask('GET', '/.well-known/oauth-authorization-server');
    expect(server.headers.get('access-control-allow-origin')).toBe('*');
    expect(server.body).toMatchObject({
      issuer: service.url,
      authorization_endpoint: `${service.url}/oauth/authorize`,
      token_endpoint: `${service.url}/oauth/token`,
      registration_endpoint: `${service.url}/oauth/register`,
      revocation_endpoint: `${service.url}/oauth/revoke`,
      jwks_uri: `${service.url}/oauth/jwks`,
      code_challenge_methods_supported: ['S256'],
      client_id_metadata_document_supported: true,
      authorization_response_iss_parameter_supported: true,
    });
  });

  it.each(FORGED_HOSTS)('names and links only its own address when requested with %j', async (forged) => {
    // fetch sets the Host header itself.
    const ask = async (path: string, method = 'GET') => {
      const answer = await request(service.url + path, { method, headers: forged });
      const body = await answer.body.text();
      expect(`${JSON.stringify(answer.headers)}\n${body}`).not.toContain('evil.example');
      return { ...answer, body };
    };
    for (const kind of ['oauth-authorization-server', 'openid-configuration']) {
      const said = JSON.parse((await ask(`/.well-known/${kind}`)).body);
      expect(said).toMatchObject({ issuer: service.url, token_endpoint: `${service.url}/oauth/token` });
    }
    for (const path of ['', '/mcp']) {
      const said = JSON.parse((await ask(`/.well-known/oauth-protected-resource${path}`)).body);
      expect(said).toMatchObject({ authorization_servers: [service.url] });
    }
    const refused = await ask('/v1/account');
    expect(refused.headers['www-authenticate']).toContain(`resource_metadata="${service.url}/`);
    const { pathname, search } = await authorizationUrl(await newClient());
    const sent = await ask(pathname + search);
    expect(sent.statusCode).toBe(303);
    expect(new URL(String(sent.headers.location), service.url).href).toMatch(`${service.url}/oauth/interaction/`);
  });

  it('never shows a private key', async () => {
    const { body } = await service.ask('GET', '/oauth/jwks');
    expect(body.keys).toHaveLength(1);
    expect(body.keys[0]).not.toHaveProperty('d');
  });
});

describe('a client', () => {
  it('registers, calls a tool, refreshes, and loses access when it revokes', async () => {
    const { client, got, bearer, email } = await tokens();
    expect(got.expires_in).toBe(3600);
    expect((await account(bearer)).body).toMatchObject({ email, credit_balance: 50 });
    const called = await callTool(service, 'get_account', {}, { token: got.access_token });
    expect(called.body.result.structuredContent.email).toBe(email);

    const next = await oauth.refreshTokenGrant(client, got.refresh_token ?? '');
    expect(next.refresh_token).not.toBe(got.refresh_token);
    const renewed = { authorization: `Bearer ${next.access_token}` };
    expect((await account(renewed)).status).toBe(200);

    await oauth.tokenRevocation(client, next.access_token);
    const shutOut = await account(renewed);
    expect(shutOut.status).toBe(401);
    expect(shutOut.body.error.code).toBe('UNAUTHORIZED');
    expect(shutOut.headers.get('www-authenticate')).toContain('error="invalid_token"');
  });

  it('gets more scopes when a tool needs them', async () => {
    const { client, got, browser } = await tokens({ scope: 'account:read' });
    const refused = await callTool(service, 'purchase_credits', {}, { token: got.access_token });
    expect(refused.status).toBe(403);
    expect(refused.body.error.code).toBe('INSUFFICIENT_SCOPE');
    expect(refused.headers.get('www-authenticate')).toMatch(/error="insufficient_scope", scope="account:read billing"/);

    const more = await tokens({ client, browser, scope: 'account:read billing' });
    const billing = await service.ask('GET', '/v1/billing', { headers: more.bearer });
    expect(billing.status).toBe(200);
  });

  it('registers with the scope that it asked for, and can be granted all', async () => {
    const { body: registered } = await register({
      scope: 'account:read unknown',
      grant_types: ['authorization_code', 'urn:ietf:params:oauth:grant-type:device_code'],
    });
    expect(registered).toMatchObject({ scope: 'account:read' });
    expect((await register({})).body).not.toHaveProperty('scope');
    const client = await clientOf(service, registered);
    const { got } = await tokens({ client, scope: 'account:read account:write billing' });
    expect(got.scope?.split(' ').toSorted()).toEqual(['account:read', 'account:write', 'billing']);
  });

  it('gets no scope when it requests none, and can verify but not see the account', async () => {
    const client = await newClient();
    const { client_id } = client.clientMetadata();
    const verifier = oauth.randomPKCECodeVerifier();
    const challenge = await oauth.calculatePKCECodeChallenge(verifier);
    const browser = new Browser(service);
    await browser.open(
      `/oauth/authorize?client_id=${client_id}&response_type=code&redirect_uri=${encodeURIComponent(CALLBACK)}&code_challenge=${challenge}&code_challenge_method=S256`,
    );
    await browser.signIn(newEmail(), newIp());
    expect(browser.html).not.toMatch(/See your (account|payments)/);
    const back = new URL((await browser.submit({ action: 'allow' })) ?? '');
    const got = await oauth.authorizationCodeGrant(client, back, { pkceCodeVerifier: verifier });
    const bearer = { authorization: `Bearer ${got.access_token}` };
    expect((await account(bearer)).body.error).toMatchObject({ code: 'INSUFFICIENT_SCOPE' });
    const body = { entity_name: 'Nobody Knows LLC', jurisdiction: 'us-co' };
    const verified = await service.ask('POST', '/v1/verify', { headers: { ...bearer, prefer: 'wait=10' }, body });
    expect(verified.headers.get('x-credits-charged')).toBe('1');
  });

  it('receives access_denied when the user refuses', async () => {
    const { client, verifier } = { client: await newClient(), verifier: oauth.randomPKCECodeVerifier() };
    const browser = new Browser(service);
    const challenge = await oauth.calculatePKCECodeChallenge(verifier);
    const url = oauth.buildAuthorizationUrl(client, {
      redirect_uri: CALLBACK,
      scope: 'account:read',
      code_challenge: challenge,
      code_challenge_method: 'S256',
    });
    await browser.open(url.href);
    const back = new URL((await browser.submit({ action: 'cancel' })) ?? '');
    expect(back.searchParams.get('error')).toBe('access_denied');
  });
});

describe('the scope of an authorization request', () => {
  it.each([
    ['openid', ''],
    ['openid email profile', ''],
    ['offline_access', ''],
    ['mcp offline_access', ''],
    ['', ''],
    [' ', ''],
    ['mcp account:read', 'account:read'],
    ['account:read  claudeai billing', 'account:read billing'],
    ['account:read offline_access', 'account:read'],
    ['account:* billing', 'billing'],
  ])('is granted as far as known for "%s", with a refresh token', async (scope, granted) => {
    const { got, client } = await tokens({ scope });
    expect(got.scope ?? '').toBe(granted);
    // Some clients request the original scope at each refresh.
    const again = await oauth.refreshTokenGrant(client, got.refresh_token ?? '', { scope });
    expect([again.scope ?? '', again.refresh_token]).toEqual([granted, expect.any(String)]);
    const { status } = await service.ask('GET', '/v1/jobs', {
      headers: { authorization: `Bearer ${again.access_token}` },
    });
    expect(status).toBe(200);
  });

  it.each(['mcp', 'account:*', 'account', 'ACCOUNT:READ', 'account:read,billing', 'email profile'])(
    'is refused before any page is shown when nothing in "%s" is known',
    async (scope) => {
      const url = await authorizationUrl(await newClient());
      url.searchParams.set('scope', scope);
      const back = new URL((await new Browser(service).open(url.href)) ?? 'about:blank');
      expect(back.origin + back.pathname).toBe(CALLBACK);
      expect(Object.fromEntries(back.searchParams)).toMatchObject({
        error: 'invalid_scope',
        error_description: 'no such scope; ask for account:read, account:write, billing, or for none',
      });
    },
  );

  it('is never sent to an unregistered address, not even as an error', async () => {
    const url = await authorizationUrl(await newClient());
    url.searchParams.set('scope', 'mcp');
    url.searchParams.set('redirect_uri', 'https://evil.example/steal');
    const browser = new Browser(service);
    expect([await browser.open(url.href), browser.status]).toEqual([undefined, 400]);
  });

  it('does not grow by a refresh', async () => {
    const { got, client } = await tokens({ scope: 'mcp account:read' });
    const more = oauth.refreshTokenGrant(client, got.refresh_token ?? '', { scope: 'mcp account:read billing' });
    await expect(more).rejects.toMatchObject({ error: 'invalid_scope' });
  });
});

describe('a resource', () => {
  const spellings = () => [
    mcp(),
    `${mcp()}/`,
    `${mcp()}?sign_in=1`,
    mcp().replace('http:', 'HTTP:'),
    service.url,
    `${service.url}/`,
  ];

  it('is the same with or without a final slash, in every step', async () => {
    for (const resource of spellings()) {
      const { client, got } = await tokens({ resource });
      let current = got;
      for (const another of spellings()) {
        current = await oauth.refreshTokenGrant(client, current.refresh_token ?? '', { resource: another });
        const { status } = await callTool(service, 'get_account', {}, { token: current.access_token });
        expect([resource, another, status]).toEqual([resource, another, 200]);
      }
    }
  });

  it('may differ in spelling between code and token', async () => {
    const { client, verifier, state, back } = await authorize({ resource: `${mcp()}/` });
    const checks = { pkceCodeVerifier: verifier, expectedState: state };
    const got = await oauth.authorizationCodeGrant(client, back, checks, { resource: mcp() });
    expect((await callTool(service, 'get_account', {}, { token: got.access_token })).status).toBe(200);
  });

  it('is accepted when it is named several times in several spellings', async () => {
    const url = await authorizationUrl(await newClient());
    for (const resource of spellings()) url.searchParams.append('resource', resource);
    const browser = new Browser(service);
    await browser.open(url.href);
    await browser.signIn(newEmail(), newIp());
    // All resources are kept when another user signs in instead.
    await browser.submit({ action: 'sign-out' });
    expect(browser.html).toContain('Sign in to Standing');
    await browser.signIn(newEmail(), newIp());
    expect(new URL((await browser.submit({ action: 'allow' })) ?? '').searchParams.get('code')).toBeTruthy();
  });

  it.each(['//', '/other', '?a=1', '.evil.example', '@evil.example'])(
    'is refused with %s appended, in every step',
    async (behind) => {
      const foreign = mcp() + behind;
      const url = await authorizationUrl(await newClient());
      url.searchParams.set('resource', foreign);
      const back = new URL((await new Browser(service).open(url.href)) ?? 'about:blank');
      expect(back.searchParams.get('error')).toBe('invalid_target');
      const { client, got } = await tokens();
      const refreshed = oauth.refreshTokenGrant(client, got.refresh_token ?? '', { resource: foreign });
      await expect(refreshed).rejects.toMatchObject({ error: 'invalid_target' });
    },
  );

  it.each(['', '/', '/mcp', '/mcp/'])('is described at /.well-known/oauth-protected-resource%s', async (path) => {
    const { status, body } = await service.ask('GET', `/.well-known/oauth-protected-resource${path}`);
    expect([status, body.resource]).toEqual([200, service.url + path.replace(/\/$/, '')]);
  });
});

describe('a redirect address on the loopback', () => {
  const EDITOR = ['https://editor.example/redirect', 'http://127.0.0.1/', 'http://127.0.0.1:33418/'];

  /** Returns whether the code of a client with these redirect URIs would be sent to `uri`. */
  async function isSentTo(uri: string, redirect_uris: string[]): Promise<boolean> {
    const url = await authorizationUrl(await newClient({ redirect_uris }));
    url.searchParams.set('redirect_uri', uri);
    const browser = new Browser(service);
    await browser.open(url.href);
    expect([200, 400]).toContain(browser.status);
    return browser.status === 200;
  }

  it.each([
    ['http://127.0.0.1:59656/', EDITOR],
    ['http://127.0.0.1/', EDITOR],
    ['https://editor.example/redirect', EDITOR],
    ['http://127.0.0.1:59656', ['https://editor.example/redirect', 'http://127.0.0.1']],
    ['http://127.0.0.1:8/callback?from=editor', ['http://127.0.0.1:7/callback?from=editor']],
    ['http://localhost:59656/oauth', ['https://editor.example/redirect', 'http://localhost:3118/oauth']],
    ['http://[::1]:59656/', ['cursor://editor.example/callback', 'https://editor.example/', 'http://[::1]/']],
    ['cursor://editor.example/callback', ['cursor://editor.example/callback', 'https://editor.example/']],
  ])('receives the code on any port: %s', async (uri, registered) => {
    expect(await isSentTo(uri, registered)).toBe(true);
  });

  it.each([
    [true, EDITOR],
    [false, ['https://app.example.com/callback', 'https://app.example.com:8443/callback']],
    [false, ['https://localhost:8443/callback', 'http://localhost:8080/callback']],
  ])(
    'becomes native in a client that was stored as a web application: %s for %j',
    async (becomesNative, redirect_uris) => {
      const { body } = await register({ redirect_uris });
      const typeOf = async () =>
        (
          await service.db.row<{ type: string }>(
            `select payload ->> 'application_type' as type from oauth_records where model = 'Client' and id = $1`,
            [body.client_id],
          )
        )?.type;
      await service.db.change(
        `update oauth_records set payload = jsonb_set(payload, '{application_type}', '"web"') where id = $1`,
        [body.client_id],
      );
      await service.db.change(await readFile('migrations/0026_loopback_clients_native.sql', 'utf8'));
      expect(await typeOf()).toBe(becomesNative ? 'native' : 'web');
    },
  );

  it.each([
    ['another path', 'http://127.0.0.1:59656/other', EDITOR],
    ['another query', 'http://127.0.0.1:59656/?next=1', EDITOR],
    ['another loopback', 'http://localhost:59656/', EDITOR],
    ['a host that begins like it', 'http://127.0.0.1.evil.example/', EDITOR],
    ['a host that begins like localhost', 'http://localhost.evil.example/', ['http://localhost/']],
    ['a host behind a user', 'http://127.0.0.1:1@evil.example/', EDITOR],
    ['a user', 'http://evil@127.0.0.1:59656/', EDITOR],
    ['https', 'https://127.0.0.1:59656/', EDITOR],
    ['another network', 'http://0.0.0.0:59656/', EDITOR],
    ['another port of a site', 'https://editor.example:8443/redirect', EDITOR],
    ['another path of a site', 'https://editor.example/other', EDITOR],
    ['a site over http', 'http://editor.example/redirect', EDITOR],
    ['another scheme of its own', 'vscode://editor.example/callback', ['cursor://editor.example/callback']],
  ])('is not confused with %s', async (_what, uri, registered) => {
    expect(await isSentTo(uri, registered)).toBe(false);
  });
});

describe('an authorization code', () => {
  it('works once, and its second use revokes the first token', async () => {
    const { client, verifier, state, back } = await authorize();
    const checks = { pkceCodeVerifier: verifier, expectedState: state };
    const got = await oauth.authorizationCodeGrant(client, back, checks, { resource: mcp() });
    await expect(oauth.authorizationCodeGrant(client, back, checks, { resource: mcp() })).rejects.toMatchObject({
      error: 'invalid_grant',
    });
    expect((await account({ authorization: `Bearer ${got.access_token}` })).status).toBe(401);
  });

  it('is useless without the verifier', async () => {
    const { client, state, back } = await authorize();
    const checks = { pkceCodeVerifier: oauth.randomPKCECodeVerifier(), expectedState: state };
    await expect(oauth.authorizationCodeGrant(client, back, checks)).rejects.toMatchObject({ error: 'invalid_grant' });
  });

  it('is not issued without PKCE, nor for a foreign resource', async () => {
    const client = await newClient();
    const browser = new Browser(service);
    const asked = { redirect_uri: CALLBACK, scope: 'account:read' };
    const plain = await browser.open(oauth.buildAuthorizationUrl(client, asked).href);
    expect(new URL(plain ?? '').searchParams.get('error')).toBe('invalid_request');
    const challenge = await oauth.calculatePKCECodeChallenge(oauth.randomPKCECodeVerifier());
    const foreign = oauth.buildAuthorizationUrl(client, {
      ...asked,
      resource: 'https://other.example/mcp',
      code_challenge: challenge,
      code_challenge_method: 'S256',
    });
    expect(new URL((await browser.open(foreign.href)) ?? '').searchParams.get('error')).toBe('invalid_target');
  });

  it('is never sent to an address that was not registered', async () => {
    const client = await newClient();
    const browser = new Browser(service);
    const url = oauth.buildAuthorizationUrl(client, {
      redirect_uri: 'https://evil.example/steal',
      scope: 'account:read',
      code_challenge: 'x'.repeat(43),
      code_challenge_method: 'S256',
    });
    expect(await browser.open(url.href)).toBeUndefined();
    expect(browser.status).toBe(400);
    expect(browser.html).toContain('This request failed');
  });
});

describe('a refresh token', () => {
  it('works once, and its reuse revokes the grant', async () => {
    const { client, got } = await tokens();
    const next = await oauth.refreshTokenGrant(client, got.refresh_token ?? '');
    await expect(oauth.refreshTokenGrant(client, got.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    });
    expect((await account({ authorization: `Bearer ${next.access_token}` })).status).toBe(401);
  });
});

describe('a token', () => {
  it('is stored only as a digest', async () => {
    const { got } = await tokens();
    const rows = await service.db.rows<{ row: string }>('select r::text as row from oauth_records r');
    const everything = rows.map(({ row }) => row).join('\n');
    expect(everything).not.toContain(got.access_token);
    expect(everything).not.toContain(got.refresh_token);
  });

  it.each([
    ['GET', '/v1/account/usage', 'account:read'],
    ['GET', '/v1/account/data-export', 'account:read'],
    ['PATCH', '/v1/account', 'account:write'],
    ['PUT', '/v1/account/password', 'account:write'],
    ['DELETE', '/v1/account', 'account:write'],
    ['POST', '/v1/account/keys', 'account:write'],
    ['DELETE', '/v1/account/keys/key_x', 'account:write'],
    ['GET', '/v1/billing', 'billing'],
    ['POST', '/v1/billing/purchase', 'billing'],
    ['GET', '/v1/account/grants', 'account:read'],
  ])('needs its scope for %s %s', async (method, path, scope) => {
    const other = scope === 'billing' ? 'account:read' : 'billing';
    const { bearer } = await tokens({ scope: other });
    const { status, body, headers } = await service.ask(method, path, { headers: bearer });
    expect(status).toBe(403);
    expect(body.error).toMatchObject({ code: 'INSUFFICIENT_SCOPE', details: { required: scope } });
    expect(headers.get('www-authenticate')).toMatch(new RegExp(`scope="[^"]*${scope}[^"]*"`));
    expect(headers.get('x-credits-remaining')).toBe('50');
  });

  it.each([
    ['GET', '/v1/account', 'account:read'],
    ['POST', '/v1/account/keys', 'account:write'],
    ['GET', '/v1/billing', 'billing'],
    // These need no scope, and this one grants nothing.
    ['GET', '/v1/jobs', 'openid'],
    ['POST', '/v1/verify', 'openid'],
  ])('has its scope named in the challenge of %s %s', async (method, path, scope) => {
    const { status, headers } = await service.ask(method, path);
    expect(status).toBe(401);
    expect(headers.get('www-authenticate')).toMatch(new RegExp(`^Bearer scope="${scope}", resource_metadata=`));
  });

  it('gives no access to the account with the scope of the verify challenge', async () => {
    const refused = await callTool(service, 'verify_business', {});
    const [, scope = ''] = /scope="([^"]+)"/.exec(refused.headers.get('www-authenticate') ?? '') ?? [];
    const { got, browser } = await tokens({ scope });
    expect(browser.html).not.toMatch(/See your (account|payments)/);
    const may = (tool: string) => callTool(service, tool, {}, { token: got.access_token });
    expect([(await may('verify_business')).status, (await may('get_account')).status]).toEqual([200, 403]);
  });

  it('has the scope billing named in the challenge of purchase_credits', async () => {
    const { status, headers } = await callTool(service, 'purchase_credits', { package_id: 'starter' });
    expect(status).toBe(401);
    expect(headers.get('www-authenticate')).toMatch(/^Bearer scope="billing", /);
  });

  it('needs no scope to verify, and pays from the account', async () => {
    const { bearer } = await tokens({ scope: 'billing' });
    const { headers } = await service.ask('POST', '/v1/verify', {
      headers: { ...bearer, prefer: 'wait=10' },
      body: { entity_name: 'Nobody Knows LLC', jurisdiction: 'us-co' },
    });
    expect(headers.get('x-credits-remaining')).toBe('49');
    expect(headers.get('x-ratelimit-limit')).toBeTruthy();
  });

  it('is accepted by /mcp when it was issued for the service', async () => {
    const { got } = await tokens({ resource: service.url });
    expect((await callTool(service, 'get_account', {}, { token: got.access_token })).status).toBe(200);
  });

  it('returns ACCOUNT_DELETED after its account was deleted', async () => {
    const { bearer, client, got } = await tokens({ scope: 'account:write account:read' });
    expect((await service.ask('DELETE', '/v1/account', { headers: bearer })).status).toBe(204);
    const { status, body } = await account(bearer);
    expect(status).toBe(403);
    expect(body.error.code).toBe('ACCOUNT_DELETED');
    await expect(oauth.refreshTokenGrant(client, got.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    });
  });
});

describe('a grant', () => {
  it('is listed, and ends at once when its owner revokes it', async () => {
    const { bearer, client, got } = await tokens({ scope: 'account:read account:write' });
    const { body } = await service.ask('GET', '/v1/account/grants', { headers: bearer });
    expect(body.grants).toMatchObject([{ client_name: 'Test Client', scopes: ['account:read', 'account:write'] }]);
    const path = `/v1/account/grants/${body.grants[0].grant_id}`;
    const { body: held } = await service.ask('GET', '/v1/account/data-export', { headers: bearer });
    expect(held.oauth_grants).toMatchObject([{ grant_id: body.grants[0].grant_id }]);
    const stranger = await service.signUp();
    expect((await service.ask('DELETE', path, { key: stranger.key })).status).toBe(404);
    expect((await service.ask('DELETE', path, { headers: bearer })).status).toBe(204);
    expect((await account(bearer)).status).toBe(401);
    await expect(oauth.refreshTokenGrant(client, got.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    });
  });
});

describe('a key that an application made', () => {
  it('is listed with the application that made it', async () => {
    const { email, key } = await service.signUp();
    const { bearer } = await tokens({ scope: 'account:read account:write', email });
    const { body: made } = await service.ask('POST', '/v1/account/keys', {
      headers: bearer,
      body: { label: 'theirs' },
    });
    const [grant] = (await service.ask('GET', '/v1/account/grants', { key })).body.grants;
    const named = { grant_id: grant.grant_id, client_name: grant.client_name };
    expect(named).toEqual({ grant_id: expect.any(String), client_name: expect.any(String) });
    const [own, theirs] = (await service.ask('GET', '/v1/account/keys', { key })).body.api_keys;
    expect([own.grant_id, own.client_name]).toEqual([undefined, undefined]);
    expect(theirs).toMatchObject({ id: made.key_id, ...named });
    expect((await account({ 'x-api-key': key })).body.api_keys).toEqual([own, theirs]);
    const visitor = await Visitor.signedIn(service, email);
    for (const page of ['/console/keys', `/console/keys/${made.key_id}`]) {
      expect(textOf((await visitor.get(page)).html)).toContain(`the application “${grant.client_name}”`);
    }
    expect((await visitor.get('/console/keys.csv')).html).toContain(grant.client_name);
    await service.ask('DELETE', `/v1/account/grants/${grant.grant_id}`, { key });
    const [, ended] = (await service.ask('GET', '/v1/account/keys', { key })).body.api_keys;
    expect(ended).toMatchObject({ is_active: false, grant_id: grant.grant_id });
    expect(ended.client_name).toBeUndefined();
  });

  it('ends with the grant that allowed it', async () => {
    const { bearer } = await tokens({ scope: 'account:read account:write' });
    const { body: made } = await service.ask('POST', '/v1/account/keys', { headers: bearer, body: {} });
    expect((await service.ask('GET', '/v1/account', { key: made.api_key })).status).toBe(200);
    const { body } = await service.ask('GET', '/v1/account/grants', { headers: bearer });
    await service.ask('DELETE', `/v1/account/grants/${body.grants[0].grant_id}`, { headers: bearer });
    expect((await service.ask('GET', '/v1/account', { key: made.api_key })).status).toBe(401);
    // Without this, the key would still count among those an account may have, and stay in the
    // caches of other processes.
    expect(
      await service.db.rows('select revoked_at is not null as ended from api_keys where id = $1', [
        toUuid(made.key_id),
      ]),
    ).toEqual([{ ended: true }]);
  });

  it('is revoked without the keys of the owner', async () => {
    const { email, key } = await service.signUp();
    const { bearer } = await tokens({ scope: 'account:read account:write', email });
    const { body } = await service.ask('GET', '/v1/account/grants', { headers: bearer });
    await service.ask('DELETE', `/v1/account/grants/${body.grants[0].grant_id}`, { key });
    expect((await service.ask('GET', '/v1/account', { key })).status).toBe(200);
  });
});

describe('an application that wants to outlive its grant', () => {
  const grantOf = async (key: string) => (await service.ask('GET', '/v1/account/grants', { key })).body.grants[0];

  it('cannot set the first password, neither with its token nor with a key that it made', async () => {
    const { email, key } = await service.signUp();
    const { bearer } = await tokens({ scope: 'account:read account:write', email });
    const { body: made } = await service.ask('POST', '/v1/account/keys', { headers: bearer, body: {} });
    const body = { new_password: 'correct horse battery staple' };
    for (const by of [{ headers: bearer }, { key: made.api_key }]) {
      const { status, body: refused } = await service.ask('PUT', '/v1/account/password', { ...by, body });
      expect([status, refused.error.code]).toEqual([403, 'FORBIDDEN']);
    }
    expect((await service.ask('PUT', '/v1/account/password', { key, body })).status).toBe(204);
    expect(service.said.findLast((line) => line.startsWith(`e-mail to ${email}:`))).toContain('The password of');
  });

  it('cannot move the account without the code mailed to the current address', async () => {
    const { email, key } = await service.signUp();
    const { bearer } = await tokens({ scope: 'account:read account:write', email });
    const moved = newEmail();
    await service.ask('PATCH', '/v1/account', { headers: bearer, body: { email: moved } });
    const confirm = (body: object) => service.ask('POST', '/v1/account/confirm-email', { headers: bearer, body });
    const code = service.codeFor(moved);
    const alone = await confirm({ code });
    expect([alone.status, alone.body.error.code]).toEqual([403, 'FORBIDDEN']);
    expect((await confirm({ code, current_address_code: code })).status).toBe(400);
    expect((await service.ask('GET', '/v1/account', { key })).body.email_verified).toBe(false);

    await service.ask('DELETE', `/v1/account/grants/${(await grantOf(key)).grant_id}`, { key });
    const stranger = await service.signUp(moved);
    expect((await service.ask('GET', '/v1/account', stranger)).body.account_id).not.toBe(
      (await service.ask('GET', '/v1/account', { key })).body.account_id,
    );
    expect((await service.ask('GET', '/v1/account', { key })).body).toMatchObject({ email, email_verified: true });
  });

  it('moves the account when the owner of the current address shares the code', async () => {
    const { email, key } = await service.signUp();
    const { bearer } = await tokens({ scope: 'account:read account:write', email });
    const moved = newEmail();
    await service.ask('PATCH', '/v1/account', { headers: bearer, body: { email: moved } });
    const body = { code: service.codeFor(moved), current_address_code: service.codeFor(email) };
    const { status } = await service.ask('POST', '/v1/account/confirm-email', { headers: bearer, body });
    expect(status).toBe(200);
    expect((await service.ask('GET', '/v1/account', { key })).body).toMatchObject({
      email: moved,
      email_verified: true,
    });
  });

  it('does not block an owner who requests the same move', async () => {
    const { email, key } = await service.signUp();
    const { bearer } = await tokens({ scope: 'account:read account:write', email });
    const moved = newEmail();
    await service.ask('PATCH', '/v1/account', { headers: bearer, body: { email: moved } });
    await service.ask('PATCH', '/v1/account', { key, body: { email: moved } });
    const body = { code: service.codeFor(moved) };
    expect((await service.ask('POST', '/v1/account/confirm-email', { key, body })).status).toBe(200);
  });
});

describe('a token whose grant is gone', () => {
  it('is refused even when it was not deleted with the grant', async () => {
    const { bearer } = await tokens();
    await service.db.change(`delete from oauth_records where model = 'Grant'`);
    expect((await account(bearer)).status).toBe(401);
  });
});

describe('a sign-in session', () => {
  async function signedIn() {
    const { browser, bearer, email, client } = await tokens({ scope: 'account:read account:write' });
    const again = async () => {
      await browser.open((await authorizationUrl(client)).href);
      return browser.html.includes('Sign in to Standing');
    };
    return { bearer, email, hasToSignIn: again };
  }

  it('is listed, and ends when its owner signs it out', async () => {
    const { bearer, hasToSignIn } = await signedIn();
    const { body } = await service.ask('GET', '/v1/account/sessions', { headers: bearer });
    expect(body.sessions).toMatchObject([{ session_id: expect.any(String), signed_in_at: expect.any(String) }]);
    const path = `/v1/account/sessions/${body.sessions[0].session_id}`;
    const stranger = await service.signUp();
    expect((await service.ask('DELETE', path, { key: stranger.key })).status).toBe(404);
    expect((await service.ask('DELETE', path, { headers: bearer })).status).toBe(204);
    expect(await hasToSignIn()).toBe(true);
  });

  it.each<[string, (headers: Record<string, string>) => Promise<unknown>]>([
    ['its owner signs out everywhere', (headers) => service.ask('DELETE', '/v1/account/sessions', { headers })],
    [
      'the password is changed',
      async (headers) => {
        const { body } = await account(headers);
        const { key } = await service.signUp(body.email);
        await service.ask('PUT', '/v1/account/password', { key, body: { new_password: 'correct horse battery' } });
      },
    ],
    [
      'the address is moved',
      (headers) => service.ask('PATCH', '/v1/account', { headers, body: { email: newEmail() } }),
    ],
    [
      'a grant that was given in it is taken back',
      async (headers) => {
        const { body } = await service.ask('GET', '/v1/account/grants', { headers });
        await service.ask('DELETE', `/v1/account/grants/${body.grants[0].grant_id}`, { headers });
      },
    ],
  ])('ends when %s', async (_what, happens) => {
    const { bearer, hasToSignIn } = await signedIn();
    await happens(bearer);
    expect(await hasToSignIn()).toBe(true);
  });
});

describe('the rate limit for the applications of one account', () => {
  it('is ten times the limit of one application', async () => {
    const limited = await startService({ env: { PORT: String(await freePort()), RATE_LIMIT_PER_MINUTE: '1' } });
    const before = service;
    try {
      service = limited;
      const { key, email } = await service.signUp();
      const browser = new Browser(service);
      const ofOne = [];
      for (let i = 0; i < 11; i += 1) ofOne.push((await tokens({ email, browser })).bearer);
      const answers = [];
      for (const bearer of ofOne) answers.push(await account(bearer));
      expect(answers.map(({ status }) => status)).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
      expect(answers.at(-1)?.body.error.message).toContain('The applications of this account may make 10 requests');
      expect((await service.ask('GET', '/v1/account', { key })).status).toBe(200);
      const { bearer: another } = await tokens();
      expect((await account(another)).status).toBe(200);
    } finally {
      service = before;
      await limited.close();
    }
  });
});

describe('a wrong password', () => {
  it('is limited per network, whatever the address', async () => {
    const headers = { 'x-forwarded-for': newIp() };
    const browser = new Browser(service);
    await browser.open((await authorizationUrl(await newClient())).href);
    const guess = () =>
      browser.submit({ action: 'password', email: newEmail(), password: 'wrong password 1' }, headers);
    for (let tries = 0; tries < 20; tries++) await guess();
    expect(browser.html).toContain('The address or the password is wrong.');
    await guess();
    expect(browser.html).not.toContain('The address or the password is wrong.');
    expect(browser.html).toContain('One network may give 20 wrong passwords an hour.');
  });

  it('is limited also for concurrent attempts', async () => {
    const headers = { 'x-forwarded-for': newIp() };
    const url = (await authorizationUrl(await newClient())).href;
    const browsers = await Promise.all(
      Array.from({ length: 40 }, async () => {
        const browser = new Browser(service);
        await browser.open(url);
        return browser;
      }),
    );
    await Promise.all(
      browsers.map((browser) =>
        browser.submit({ action: 'password', email: newEmail(), password: 'wrong password 1' }, headers),
      ),
    );
    const judged = browsers.filter(({ html }) => html.includes('The address or the password is wrong.'));
    expect(judged).toHaveLength(20);
  });
});

describe('registration', () => {
  it.each([
    ['plain http', 'http://app.example.com/callback'],
    ['a host that begins like the loopback', 'http://127.0.0.1.evil.example/'],
    ['a host that begins like localhost', 'http://localhost.evil.example/'],
    ['a host behind a user that looks like the loopback', 'http://127.0.0.1:80@evil.example/'],
    ['a script', 'javascript:alert(1)'],
    ['a document', 'data:text/html,x'],
    ['an intent', 'intent://x#Intent;scheme=http;end'],
    ['an archive', 'jar:https://app.example.com/a.jar!/x'],
    ['the source of a page', 'view-source:https://app.example.com/'],
    ['a scheme that nobody owns', 'myapp://callback'],
    ['a fragment', 'https://app.example.com/callback#x'],
    ['a user', 'https://user@app.example.com/callback'],
    ['nonsense', 'callback'],
  ])('refuses %s as a redirect address', async (_what, uri) => {
    const { status, body } = await register({ redirect_uris: [uri] });
    expect(status).toBe(400);
    expect(body.error).toBe('invalid_redirect_uri');
  });

  it.each([
    ['a web application', 'https://app.example.com/callback', 'web'],
    ['a program on the loopback', 'http://localhost:33418/callback', 'native'],
    ['a known application with a scheme of its own', 'cursor://anysphere.cursor/callback', 'native'],
    ['an application with a scheme of its own', 'com.example.app:/callback', 'native'],
  ])('accepts %s and detects its type', async (_what, uri, type) => {
    const { status, body } = await register({ redirect_uris: [uri] });
    expect(status).toBe(201);
    expect(body).toMatchObject({ application_type: type, redirect_uris: [uri] });
  });

  it.each([
    ['a site and the loopback', ['https://editor.example/redirect', 'http://127.0.0.1/'], 'native'],
    [
      'a site, a scheme of its own and the loopback',
      ['cursor://a/b', 'https://a.example/', 'http://localhost:8787/'],
      'native',
    ],
    ['a site and another', ['https://app.example.com/a', 'https://app.example.com:8443/b'], 'web'],
    ['a certificate for the loopback', ['https://localhost:8443/callback', 'http://localhost:8080/callback'], 'web'],
  ])('accepts an application with %s', async (_what, redirect_uris, type) => {
    const { status, body } = await register({ redirect_uris, application_type: 'web' });
    expect([status, body.application_type, body.redirect_uris]).toEqual([201, type, redirect_uris]);
  });

  const OPTIONAL = [
    'application_type',
    'client_name',
    'client_uri',
    'contacts',
    'default_max_age',
    'grant_types',
    'jwks',
    'jwks_uri',
    'logo_uri',
    'policy_uri',
    'require_auth_time',
    'response_types',
    'scope',
    'software_id',
    'software_statement',
    'software_version',
    'token_endpoint_auth_method',
    'tos_uri',
  ];
  it.each([[null], [''], [' '], [[]]])('treats %j in an optional member as absent', async (nothing) => {
    const given = Object.fromEntries(OPTIONAL.map((member) => [member, nothing]));
    const [bare, full] = await Promise.all(
      [{}, given].map((metadata) =>
        service.ask('POST', '/oauth/register', {
          headers: { 'x-forwarded-for': newIp() },
          body: { redirect_uris: [CALLBACK], ...metadata },
        }),
      ),
    );
    expect(full?.status).toBe(201);
    const { client_id: _id, client_secret: _secret, client_id_issued_at: _at, ...said } = full?.body ?? {};
    expect(bare?.body).toMatchObject(said);
    expect(Object.keys(full?.body)).toEqual(Object.keys(bare?.body));
  });

  it.each([[null], [[]], [''], [[null]], [[CALLBACK, '']], [CALLBACK]])(
    'refuses redirect_uris of %j',
    async (redirect_uris) => {
      const { status, body } = await register({ redirect_uris });
      expect([status, body.error]).toEqual([400, 'invalid_redirect_uri']);
    },
  );

  it.each([
    ['client_name that is no text', { client_name: { a: 1 } }],
    ['client_name that is a number', { client_name: 0 }],
    ['client_uri that is no text', { client_uri: false }],
    ['contact that is none', { contacts: [null] }],
    ['client_uri without an end', { client_uri: `https://app.example.com/${'a'.repeat(3_000)}` }],
    ['more contacts than anybody has', { contacts: Array.from({ length: 11 }, (_, at) => `${at}@example.com`) }],
  ])('refuses a %s', async (_what, metadata) => {
    const { status, body } = await register(metadata);
    expect([status, body.error]).toEqual([400, 'invalid_client_metadata']);
  });

  it('refuses redirect addresses that are too large in total', async () => {
    const long = (at: number) => `https://app.example.com/${at}/${'a'.repeat(1_000)}`;
    const { status, body } = await register({ redirect_uris: Array.from({ length: 9 }, (_, at) => long(at)) });
    expect([status, body.error]).toEqual([400, 'invalid_redirect_uri']);
    expect((await register({ redirect_uris: Array.from({ length: 7 }, (_, at) => long(at)) })).status).toBe(201);
  });

  it('counts a whole IPv6 network as one', async () => {
    await service.db.change(`insert into oauth_registrations (ip) select $1 from generate_series(1, 100)`, [
      networkOf('2001:db8:5:6::1'),
    ]);
    const headers = { 'x-forwarded-for': '2001:db8:5:6:7:8:9:a' };
    const { status } = await service.ask('POST', '/oauth/register', { headers, body: { redirect_uris: [CALLBACK] } });
    expect(status).toBe(429);
  });

  it('has a limit per network address', async () => {
    const headers = { 'x-forwarded-for': newIp() };
    await service.db.change(`insert into oauth_registrations (ip) select $1 from generate_series(1, 100)`, [
      headers['x-forwarded-for'],
    ]);
    const answer = await service.ask('POST', '/oauth/register', { headers, body: { redirect_uris: [CALLBACK] } });
    expect(answer.status).toBe(429);
    expect(answer.body).toEqual({ error: 'temporarily_unavailable', error_description: expect.any(String) });
    expect(answer.headers.get('retry-after')).toBe('3600');
  });
});

it('counts the tokens that it issues and refuses', async () => {
  const { client, got } = await tokens();
  await oauth.refreshTokenGrant(client, got.refresh_token ?? '');
  await oauth.refreshTokenGrant(client, got.refresh_token ?? '').catch(() => undefined);
  await service.ask('POST', '/oauth/token', {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: `grant_type=evil&client_id=${client.clientMetadata().client_id}`,
  });
  const { body: page } = await service.ask('GET', '/metrics');
  for (const labels of [
    'grant="authorization_code",outcome="issued"',
    'grant="refresh_token",outcome="issued"',
    'grant="refresh_token",outcome="refused"',
    'grant="other",outcome="refused"',
  ]) {
    expect(page).toMatch(new RegExp(`^standing_oauth_tokens_total\\{${labels}\\} \\d+$`, 'm'));
  }
  expect(page).not.toContain('evil');
});

describe('the secret of a confidential client', () => {
  const confidential = { token_endpoint_auth_method: 'client_secret_basic' };

  const configured = (client_id: string, client_secret: string) => clientOf(service, { client_id, client_secret });
  const kept = async (id: string) => {
    const [row] = await service.db.rows<{ payload: string }>(
      `select payload::text from oauth_records where model = 'Client' and id = $1`,
      [id],
    );
    return row?.payload ?? '';
  };

  it('is required, and neither another secret nor its digest is accepted', async () => {
    const { body } = await register(confidential);
    const { got } = await tokens({ client: await configured(body.client_id, body.client_secret) });
    const thief = await configured(body.client_id, 'x'.repeat(body.client_secret.length));
    await expect(oauth.refreshTokenGrant(thief, got.refresh_token ?? '')).rejects.toMatchObject({ status: 401 });
    // The stored digest is not accepted as a secret either.
    const [, digest = ''] = /"client_secret": "([^"]+)"/.exec(await kept(body.client_id)) ?? [];
    await expect(
      oauth.refreshTokenGrant(await configured(body.client_id, digest), got.refresh_token ?? ''),
    ).rejects.toMatchObject({ status: 401 });
    const owner = await configured(body.client_id, body.client_secret);
    expect(await oauth.refreshTokenGrant(owner, got.refresh_token ?? '')).toHaveProperty('access_token');
  });

  it('is stored only as a digest', async () => {
    const { body } = await register(confidential);
    expect(await kept(body.client_id)).not.toContain(body.client_secret);
    const { got } = await tokens({ client: await configured(body.client_id, body.client_secret) });
    expect(got.access_token).toBeTruthy();
  });
});

describe('a page of /oauth', () => {
  async function startAs(name: string): Promise<Browser> {
    const browser = new Browser(service);
    await browser.open((await authorizationUrl(await newClient({ client_name: name }))).href);
    return browser;
  }

  it('shows a hostile client name as text, and names the redirect host', async () => {
    const browser = await startAs('<img src=x onerror=alert(1)>\u202eevil"\n');
    await browser.signIn(newEmail(), newIp());
    expect(browser.html).not.toContain('<img');
    expect(browser.html).not.toContain('\u202e');
    expect(browser.html).toContain('&#60;img src=x');
    expect(browser.html).toContain('<strong id="redirect-host">127.0.0.1:9</strong>');
    expect(browser.html).toContain('on this computer');
  });

  it('says when the operator has published no terms', async () => {
    expect((await startAs('Test')).html).toContain('has published no terms');
  });

  it('runs no script, loads nothing and cannot be framed', async () => {
    const { headers } = await startAs('Test');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain(`default-src 'none'`);
    expect(policy).toContain(`frame-ancestors 'none'`);
    expect(policy).not.toContain('script-src');
    expect(headers.get('x-frame-options')).toBe('DENY');
  });

  it('refuses a form from another site or without the cookie of this browser', async () => {
    const browser = await startAs('Test');
    await browser.submit({ action: 'send', email: newEmail() }, { 'sec-fetch-site': 'cross-site' });
    expect(browser.status).toBe(403);
    const stranger = new Browser(service);
    stranger.url = browser.url;
    await stranger.submit({ action: 'send', email: newEmail() });
    expect(stranger.status).toBe(404);
  });

  it('grants nothing unless the consent comes from the consent page of this visit', async () => {
    const { email, key } = await service.signUp();
    const grants = async () => (await service.ask('GET', '/v1/account/grants', { key })).body.grants;
    const browser = await startAs('Wanted');
    await browser.signIn(email, newIp());
    expect(browser.html).toContain('Allow this application?');
    const own = browser.url;
    const elsewhere = (await startAs('Unwanted')).url;
    const yes = { action: 'allow' };

    const attempts: [status: number, url: string, headers?: Record<string, string>][] = [
      [403, own, { 'sec-fetch-site': 'cross-site' }],
      [403, own, { 'sec-fetch-site': 'same-site' }],
      // The last part of the address is a secret that no other page knows. It must be present and
      // belong to this visit.
      [404, own.replace(/[^/]+$/, '')],
      [404, own.replace(/[^/]+$/, 'x'.repeat(21))],
      [404, elsewhere],
    ];
    for (const [status, url, headers] of attempts) {
      browser.url = url;
      expect(await browser.submit(yes, headers)).toBeUndefined();
      expect({ url, headers, status: browser.status }).toEqual({ url, headers, status });
    }
    const stranger = new Browser(service);
    stranger.url = own;
    expect(await stranger.submit(yes)).toBeUndefined();
    expect(stranger.status).toBe(404);
    expect(await grants()).toEqual([]);

    browser.url = own;
    expect(new URL((await browser.submit(yes)) ?? '').searchParams.get('code')).toBeTruthy();
    expect(await grants()).toMatchObject([{ client_name: 'Wanted' }]);
  });

  it('explains a wrong code, and allows another try', async () => {
    const browser = await startAs('Test');
    const email = newEmail();
    await browser.submit({ action: 'send', email }, { 'x-forwarded-for': newIp() });
    await browser.submit({ action: 'verify', email, code: '000000' });
    expect(browser.status).toBe(400);
    expect(browser.html).toContain('The code is wrong.');
    await browser.submit({ action: 'verify', email, code: service.codeFor(email) });
    expect(browser.html).toContain('Allow this application?');
  });

  it.each([
    ['a list', (email: string) => `${email},other@example.com`],
    ['a name beside the address', (email: string) => `You <${email}>`],
    ['a NUL', (email: string) => `you\u0000${email}`],
    ['an escape code', (email: string) => `\u001b[31m${email}`],
  ])('refuses %s as an address and sends nothing', async (_what, disguise) => {
    const browser = await startAs('Test');
    const email = newEmail();
    for (const action of ['send', 'verify', 'password']) {
      await browser.submit({ action, email: disguise(email), code: '000000', password: 'x' });
      expect([action, browser.status]).toEqual([action, 400]);
      expect(browser.html).toContain('That is no e-mail address.');
    }
    expect(() => service.codeFor(email)).toThrow('no code was sent');
  });

  it('accepts a password, and does not reveal who has one', async () => {
    const { email, key } = await service.signUp();
    const new_password = 'correct horse battery staple';
    await service.ask('PUT', '/v1/account/password', { key, body: { new_password } });
    const browser = await startAs('Test');
    await browser.submit({ action: 'password', email, password: 'wrong password 123' });
    const wrong = browser.html;
    await browser.submit({ action: 'password', email: newEmail(), password: 'wrong password 123' });
    expect(browser.html).toBe(wrong);
    await browser.submit({ action: 'password', email, password: new_password });
    expect(browser.html).toContain('Allow this application?');
  });

  it('does the same work for a wrong password, whether the address is known or not', async () => {
    const { email, key } = await service.signUp();
    await service.ask('PUT', '/v1/account/password', { key, body: { new_password: 'correct horse battery staple' } });
    const without = await service.signUp();
    const browser = await startAs('Test');
    const compared = jest.spyOn(Argon2Passwords.prototype, 'matches');
    try {
      for (const address of [email, without.email, newEmail()]) {
        await browser.submit({ action: 'password', email: address, password: 'wrong password 123' });
      }
      expect(compared.mock.calls).toEqual([
        ['wrong password 123', expect.stringMatching(/^\$argon2id\$/)],
        ['wrong password 123', undefined],
        ['wrong password 123', undefined],
      ]);
    } finally {
      compared.mockRestore();
    }
  });
});

describe('housekeeping', () => {
  it('deletes clients that got no token within three days', async () => {
    const [{ body: used }, { body: unused }] = [await register(), await register()];
    await service.db.change(
      `update oauth_records set created_at = now() - interval '4 days', used_at = now() - interval '4 days'
        where id = any($1::text[])`,
      [[used.client_id, unused.client_id]],
    );
    await service.db.change('update oauth_records set used_at = now() where id = $1', [used.client_id]);
    await new PostgresOAuthRecords(service.db).purge(new AbortController().signal);
    const left = await service.db.rows<{ id: string }>('select id from oauth_records where id = any($1::text[])', [
      [used.client_id, unused.client_id],
    ]);
    expect(left.map(({ id }) => id)).toEqual([used.client_id]);
  });

  it('deletes clients that were unused for 90 days', async () => {
    const { body } = await register();
    await service.db.change(`update oauth_records set used_at = now() - interval '91 days' where id = $1`, [
      body.client_id,
    ]);
    await new PostgresOAuthRecords(service.db).purge(new AbortController().signal);
    expect(await service.db.rows('select from oauth_records where id = $1', [body.client_id])).toHaveLength(0);
  });
});
