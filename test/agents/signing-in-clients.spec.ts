import {
  Client as CurrentClient,
  StreamableHTTPClientTransport as CurrentTransport,
} from '@modelcontextprotocol/client';
import { Client as EarlierClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as EarlierTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as oauth from 'openid-client';
import { newEmail, startService, type Service } from '../support/harness.js';
import { callTool } from './call-tool.js';
import { Browser, clientOf, freePort } from './oauth-user.js';

const CALLBACK = 'http://127.0.0.1:9/callback';
let service: Service;
beforeAll(async () => {
  service = await startService({ env: { PORT: String(await freePort()), MCP_ANONYMOUS_RATE_LIMIT: '1000' } });
});
afterAll(() => service.close());

/** What a client library needs of the application around it: a memory, and somebody who opens the browser. */
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
    open: (authProvider: any) => ({
      client: new EarlierClient({ name: 'test', version: '1' }) as any,
      transport: new EarlierTransport(new URL(`${service.url}/mcp`), { authProvider }) as any,
    }),
  },
  ...(['legacy', 'auto'] as const).map((mode) => ({
    name: `the current client, version negotiation ${mode}`,
    open: (authProvider: any) => ({
      client: new CurrentClient({ name: 'test', version: '1' }, { versionNegotiation: { mode } }) as any,
      transport: new CurrentTransport(new URL(`${service.url}/mcp`), { authProvider }) as any,
    }),
  })),
];

describe.each(kinds)('$name', (kind) => {
  it('registers, signs its user in, asks for more when a tool needs more, refreshes, and is shut out when it revokes', async () => {
    const application = new Application();
    const email = newEmail();
    const browser = new Browser(service);

    /** Connects, calls the tool, and when that leads to the browser does there what a user would, then calls again. */
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
    // With a refresh token at hand the earlier client only refreshes, which never grants more.
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

    // These libraries leave it to the application to revoke, as RFC 7009 has it.
    const { access_token: last, refresh_token: lasting } = application.kept;
    await oauth.tokenRevocation(await clientOf(service, application.client), lasting);
    expect((await callTool(service, 'get_account', {}, { token: last })).status).toBe(401);
    application.sentTo = undefined;
    const late = kind.open(application);
    await expect(
      late.client.connect(late.transport).then(() => late.client.callTool({ name: 'get_account', arguments: {} })),
    ).rejects.toThrow(/unauthorized/i);
    // All that is left to it is to ask its user again.
    expect(application.sentTo).toBeDefined();
    expect(application.kept).toBeUndefined();
  });
});
