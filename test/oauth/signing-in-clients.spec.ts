import {
  Client as CurrentClient,
  StreamableHTTPClientTransport as CurrentTransport,
} from '@modelcontextprotocol/client';
import { Client as EarlierClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as EarlierTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import * as oauth from 'openid-client';
import { newEmail, startService, type Service } from '../support/harness.js';
import { callTool } from '../support/call-tool.js';
import { Browser, clientOf, freePort } from '../support/oauth-user.js';

const CALLBACK = 'http://127.0.0.1:9/callback';
let service: Service;
beforeAll(async () => {
  service = await startService({ env: { PORT: String(await freePort()), MCP_ANONYMOUS_RATE_LIMIT: '1000' } });
});
afterAll(() => service.close());

/** The application around a client library: it stores credentials and opens the browser. */
class Application {
  readonly redirectUrl = CALLBACK;
  readonly clientMetadata = { client_name: 'MCP Client', redirect_uris: [CALLBACK] };
  client: any;
  kept: any;
  verifier = '';
  sentTo: URL | undefined;

  clientInformation() {
    return this.client;
  }
  saveClientInformation(client: any) {
    this.client = client;
  }
  tokens() {
    return this.kept;
  }
  saveTokens(tokens: any) {
    this.kept = tokens;
  }
  redirectToAuthorization(url: URL) {
    this.sentTo = url;
  }
  saveCodeVerifier(verifier: string) {
    this.verifier = verifier;
  }
  codeVerifier() {
    return this.verifier;
  }
  invalidateCredentials(what: string) {
    if (what === 'all' || what === 'tokens') this.kept = undefined;
  }
}

const kinds = [
  {
    name: 'the client of the earlier revisions',
    open: (authProvider: any, query = '') => ({
      client: new EarlierClient({ name: 'test', version: '1' }) as any,
      transport: new EarlierTransport(new URL(`${service.url}/mcp${query}`), { authProvider }) as any,
    }),
  },
  ...(['legacy', 'auto'] as const).map((mode) => ({
    name: `the current client, version negotiation ${mode}`,
    open: (authProvider: any, query = '') => ({
      client: new CurrentClient({ name: 'test', version: '1' }, { versionNegotiation: { mode } }) as any,
      transport: new CurrentTransport(new URL(`${service.url}/mcp${query}`), { authProvider }) as any,
    }),
  })),
];

describe.each(kinds)('$name', (kind) => {
  it('registers, signs in, gets more scopes, refreshes, and loses access when it revokes', async () => {
    const application = new Application();
    const email = newEmail();
    const browser = new Browser(service);

    /**
     * Connects and calls the tool. If that leads to the browser, acts as the user would and calls
     * again.
     */
    async function call(tool: string, given: object): Promise<any> {
      application.sentTo = undefined;
      const first = kind.open(application);
      await first.client.connect(first.transport);
      try {
        return await first.client.callTool({ name: tool, arguments: given });
      } catch (error) {
        if (!application.sentTo) throw error;
        const { href } = application.sentTo;
        let back = await browser.open(href);
        if (back === undefined && browser.html.includes('Sign in to Standing')) {
          back = await browser.signIn(email, `10.9.${kinds.indexOf(kind)}.1`);
        }
        back ??= await browser.submit({ action: 'allow' });
        const answered = new URL(back ?? '').searchParams;
        const isEarlier = first.client instanceof EarlierClient;
        await first.transport.finishAuth(isEarlier ? answered.get('code') : answered);
        const second = kind.open(application);
        await second.client.connect(second.transport);
        return await second.client.callTool({ name: tool, arguments: given });
      }
    }

    const account = await call('get_account', {});
    expect(account.structuredContent).toMatchObject({ email, credit_balance: 50 });
    // With a refresh token, the earlier client only refreshes, which never adds scopes.
    if (kind.name.includes('earlier')) delete application.kept.refresh_token;
    const checkout = await call('purchase_credits', { package_id: 'starter' });
    expect(checkout.structuredContent.checkout_url).toMatch(/^http/);
    expect(application.kept.scope.split(' ')).toEqual(expect.arrayContaining(['account:read', 'billing']));

    const old = application.kept;
    await service.db.change(
      `update oauth_records set expires_at = now() where model = 'AccessToken' and client_id = $1`,
      [application.client.client_id],
    );
    expect((await callTool(service, 'get_account', {}, { token: old.access_token })).status).toBe(401);
    const refreshed = await call('get_account', {});
    expect(refreshed.structuredContent).toMatchObject({ email });
    expect(application.sentTo).toBeUndefined();
    expect(application.kept.access_token).not.toBe(old.access_token);
    expect(application.kept.refresh_token).not.toBe(old.refresh_token);

    // These libraries leave revocation (RFC 7009) to the application.
    const { access_token: last, refresh_token: lasting } = application.kept;
    await oauth.tokenRevocation(await clientOf(service, application.client), lasting);
    expect((await callTool(service, 'get_account', {}, { token: last })).status).toBe(401);
    application.sentTo = undefined;
    const late = kind.open(application);
    await expect(
      late.client.connect(late.transport).then(() => late.client.callTool({ name: 'get_account', arguments: {} })),
    ).rejects.toThrow(/unauthorized/i);
    // The client can only ask its user again.
    expect(application.sentTo).toBeDefined();
    expect(application.kept).toBeUndefined();
  });
});

describe.each(kinds)('$name at the address for signing in', (kind) => {
  it('is sent to sign in when it connects, and then connects and calls every tool', async () => {
    const application = new Application();
    const browser = new Browser(service);
    const first = kind.open(application, '?sign_in=1');
    await expect(first.client.connect(first.transport)).rejects.toThrow(/unauthorized/i);
    let back = await browser.open(application.sentTo?.href ?? '');
    back ??= await browser.signIn(newEmail(), `10.8.${kinds.indexOf(kind)}.1`);
    back ??= await browser.submit({ action: 'allow' });
    const answered = new URL(back ?? '').searchParams;
    await first.transport.finishAuth(first.client instanceof EarlierClient ? answered.get('code') : answered);
    const second = kind.open(application, '?sign_in=1');
    await second.client.connect(second.transport);
    expect((await second.client.listTools()).tools.length).toBeGreaterThan(2);
    const account = await second.client.callTool({ name: 'get_account', arguments: {} });
    expect(account.structuredContent).toMatchObject({ credit_balance: 50 });
  });
});

it('the address for signing in answers 401 with the challenge to everything without credentials', async () => {
  const { key } = await service.signUp();
  const accept = 'application/json, text/event-stream';
  const list = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
  for (const path of ['/mcp?sign_in=1', '/mcp/?sign_in=1']) {
    for (const method of ['POST', 'GET', 'DELETE']) {
      const asked = { headers: { accept }, ...(method === 'POST' && { body: list }) };
      const { status, headers } = await service.ask(method, path, asked);
      expect([method, status]).toEqual([method, 401]);
      expect(headers.get('www-authenticate')).toContain(
        `resource_metadata="${service.url}/.well-known/oauth-protected-resource/mcp"`,
      );
    }
    expect((await service.ask('POST', path, { key, headers: { accept }, body: list })).status).toBe(200);
    expect((await service.ask('GET', path, { key, headers: { accept } })).status).toBe(405);
  }
  expect((await service.ask('POST', '/mcp', { headers: { accept }, body: list })).status).toBe(200);
});

it('the address for signing in is named in the metadata and in the server card', async () => {
  const { body: metadata } = await service.ask('GET', '/.well-known/oauth-protected-resource/mcp');
  expect(metadata.sign_in_url).toBe(`${service.url}/mcp?sign_in=1`);
  const { body: card } = await service.ask('GET', '/mcp/server-card');
  expect(card.remotes.map(({ url }: { url: string }) => url)).toEqual([`${service.url}/mcp`, metadata.sign_in_url]);
});

/** The requests of a host, as its source code or bug reports show them. */
interface Host {
  registers: { redirect_uris: string[] } & Record<string, unknown>;
  /** The redirect URI at which it waits for the code. */
  waitsAt: string;
  /** In addition to the parameters of every authorization request. */
  asks?: Record<string, string>;
  /** In addition to the parameters of every token request. */
  exchanges?: Record<string, string>;
  /** The Accept header of its requests to /mcp. */
  accepts?: string;
  path?: string;
}

const GRANTS = ['authorization_code', 'refresh_token'];
const resource = (slash = '') => `${service.url}/mcp${slash}`;
const hosts: [string, () => Host][] = [
  [
    'VS Code, whose port is taken',
    () => ({
      registers: {
        client_name: 'Visual Studio Code',
        client_uri: 'https://code.visualstudio.com',
        grant_types: [...GRANTS, 'urn:ietf:params:oauth:grant-type:device_code'],
        response_types: ['code'],
        redirect_uris: [
          'https://insiders.vscode.dev/redirect',
          'https://vscode.dev/redirect',
          'http://127.0.0.1/',
          'http://127.0.0.1:33418/',
        ],
        scope: 'openid profile email',
        token_endpoint_auth_method: 'none',
        application_type: 'native',
      },
      waitsAt: 'http://127.0.0.1:59656/',
      asks: { scope: 'openid profile email', resource: resource() },
      exchanges: { resource: resource() },
    }),
  ],
  [
    'VS Code in the browser',
    () => ({
      registers: {
        client_name: 'Visual Studio Code',
        redirect_uris: ['https://insiders.vscode.dev/redirect', 'https://vscode.dev/redirect', 'http://127.0.0.1/'],
        token_endpoint_auth_method: 'none',
      },
      waitsAt: 'https://vscode.dev/redirect',
      asks: { scope: 'account:read', resource: resource() },
    }),
  ],
  [
    'Copilot CLI, with another port than it registered',
    () => ({
      registers: {
        client_name: 'GitHub Copilot CLI',
        redirect_uris: ['http://127.0.0.1:33418/'],
        grant_types: GRANTS,
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
      },
      waitsAt: 'http://127.0.0.1:61876/',
      asks: { resource: resource('/') },
      exchanges: { resource: resource() },
    }),
  ],
  [
    'mcp-remote, with the scopes that it always asks for',
    () => ({
      registers: {
        client_name: 'MCP CLI Proxy',
        client_uri: 'https://github.com/modelcontextprotocol/mcp-cli',
        redirect_uris: ['http://localhost:29956/oauth/callback'],
        grant_types: GRANTS,
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
        software_id: '2e6dc280-f3c3-4e01-99a7-8181dbd1d23d',
        software_version: '0.1.37',
        scope: 'openid email profile',
      },
      waitsAt: 'http://localhost:29956/oauth/callback',
      asks: { scope: 'openid email profile', resource: resource('/') },
      exchanges: { resource: resource('/') },
      path: '/mcp/',
    }),
  ],
  [
    'mcp-remote, asked for offline access',
    () => ({
      registers: {
        client_name: 'MCP CLI Proxy',
        redirect_uris: ['http://localhost:29956/oauth/callback'],
        token_endpoint_auth_method: 'none',
        scope: 'offline_access',
      },
      waitsAt: 'http://localhost:29956/oauth/callback',
      asks: { scope: 'offline_access', prompt: 'consent', resource: resource() },
    }),
  ],
  [
    'Claude',
    () => ({
      registers: {
        client_name: 'Claude',
        redirect_uris: ['https://claude.ai/api/mcp/auth_callback'],
        grant_types: GRANTS,
        response_types: ['code'],
        scope: 'claudeai account:read',
        token_endpoint_auth_method: 'none',
      },
      waitsAt: 'https://claude.ai/api/mcp/auth_callback',
      asks: { scope: 'claudeai account:read', resource: resource() },
      exchanges: { resource: resource() },
    }),
  ],
  [
    'Claude Code',
    () => ({
      registers: {
        client_name: 'Claude Code (standing)',
        redirect_uris: ['http://localhost:3118/callback'],
        grant_types: GRANTS,
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
        application_type: 'native',
      },
      waitsAt: 'http://localhost:49567/callback',
      asks: { scope: 'account:read offline_access', prompt: 'consent', resource: resource() },
      exchanges: { resource: resource() },
      accepts: '*/*',
    }),
  ],
  [
    'fastmcp, with an empty scope and a secret',
    () => ({
      registers: {
        client_name: 'FastMCP Client',
        redirect_uris: ['http://localhost:51004/callback'],
        grant_types: GRANTS,
        response_types: ['code'],
        scope: '',
        token_endpoint_auth_method: 'client_secret_post',
        client_uri: null,
        logo_uri: null,
        contacts: null,
        jwks_uri: null,
        software_id: null,
      },
      waitsAt: 'http://localhost:51004/callback',
      asks: { resource: `${service.url}/` },
      exchanges: { resource: service.url },
      accepts: 'application/json',
    }),
  ],
  [
    'Cursor, on the desktop and in the browser at once',
    () => ({
      registers: {
        client_name: 'Cursor',
        redirect_uris: [
          'cursor://anysphere.cursor-mcp/oauth/callback',
          'https://www.cursor.com/agents/mcp/oauth/callback',
          'http://localhost:8787/callback',
        ],
        token_endpoint_auth_method: 'none',
      },
      waitsAt: 'cursor://anysphere.cursor-mcp/oauth/callback',
      asks: { resource: resource() },
    }),
  ],
];

describe.each(hosts)('%s', (_name, describeHost) => {
  it('signs its user in, calls a tool, and refreshes', async () => {
    const { registers, waitsAt, asks, exchanges, accepts, path = '/mcp' } = describeHost();
    const { status, body: registered } = await service.ask('POST', '/oauth/register', { body: registers });
    expect([status, registered.redirect_uris]).toEqual([201, registers.redirect_uris]);
    const { client_id, client_secret } = registered;

    const verifier = oauth.randomPKCECodeVerifier();
    const asked = new URLSearchParams({
      response_type: 'code',
      client_id,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      redirect_uri: waitsAt,
      state: 'kept',
      ...asks,
    });
    const browser = new Browser(service);
    await browser.open(`/oauth/authorize?${asked}`);
    await browser.signIn(newEmail(), `10.8.${hosts.findIndex(([name]) => name === _name)}.1`);
    expect(browser.html).toContain('Allow this application?');
    const back = new URL((await browser.submit({ action: 'allow' })) ?? '');
    expect([back.href.split('?')[0], back.searchParams.get('state')]).toEqual([waitsAt, 'kept']);

    const token = async (fields: Record<string, string>) => {
      const own = { client_id, ...(client_secret === undefined ? {} : { client_secret }) };
      const { body } = await service.ask('POST', '/oauth/token', {
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ ...fields, ...own, ...exchanges }).toString(),
      });
      expect(body).toMatchObject({ token_type: 'Bearer', refresh_token: expect.any(String) });
      return body;
    };
    const code = back.searchParams.get('code') ?? '';
    const got = await token({ grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri: waitsAt });
    const { access_token } = await token({ grant_type: 'refresh_token', refresh_token: got.refresh_token });

    const { body } = await service.ask('POST', path, {
      headers: {
        accept: accepts ?? 'application/json, text/event-stream',
        'mcp-protocol-version': '2025-06-18',
        authorization: `Bearer ${access_token}`,
      },
      body: {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'verify_business', arguments: { entity_name: 'Nobody Knows LLC', jurisdiction: 'us-co' } },
      },
    });
    expect(body.result.content[0].text).toContain('ENTITY_NOT_FOUND');
    expect(body.result._meta).toMatchObject({ 'standing/credits_charged': 1 });
  });
});
