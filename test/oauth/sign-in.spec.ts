import { createServer, type Server } from 'node:http';
import * as oauth from 'openid-client';
import type { Browser, Page } from 'playwright-core';
import { callTool } from '../support/call-tool.js';
import { freePort } from '../support/oauth-user.js';
import { newEmail, startService, type Service } from '../support/harness.js';
import { describeInChromium, launchChromium, signInByCode } from '../support/chromium.js';

describeInChromium('signing in with a browser', () => {
  let service: Service;
  let browser: Browser;
  let application: Server;
  let callback: string;
  beforeAll(async () => {
    service = await startService({ env: { PORT: String(await freePort()) } });
    const port = await freePort();
    callback = `http://127.0.0.1:${port}/callback`;
    application = createServer((_request, response) => response.end('back in the application')).listen(
      port,
      '127.0.0.1',
    );
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser?.close();
    application.close();
    await service.close();
  });

  it.each([true, false])('signs in, grants more scopes and revokes (JavaScript: %s)', async (javaScriptEnabled) => {
    const client = await oauth.dynamicClientRegistration(
      new URL(service.url),
      { client_name: 'Office <b>Agent</b>', redirect_uris: [callback], token_endpoint_auth_method: 'none' },
      oauth.None(),
      { execute: [oauth.allowInsecureRequests], algorithm: 'oauth2' },
    );
    const email = newEmail();
    const context = await browser.newContext({ javaScriptEnabled });
    const page = await context.newPage();
    const problems: string[] = [];
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));

    const first = await goToService(page, client, 'account:read');
    await signInByCode(page, service, email);
    await page.waitForSelector('button[value=allow]');
    expect(await page.textContent('main')).toContain('Office <b>Agent</b>');
    expect(await page.textContent('#redirect-host')).toBe(new URL(callback).host);
    const got = await allow(page, client, first);
    const account = await callTool(service, 'get_account', {}, { token: got.access_token });
    expect(account.body.result.structuredContent.email).toBe(email);

    const refused = await callTool(service, 'purchase_credits', { package_id: 'starter' }, { token: got.access_token });
    expect(refused.status).toBe(403);
    const [, needed = ''] = /scope="([^"]+)"/.exec(refused.headers.get('www-authenticate') ?? '') ?? [];
    const second = await goToService(page, client, needed);
    expect(await page.textContent('h1')).toBe('Allow this application?');
    expect(await page.textContent('ul')).toContain('open a checkout');
    const more = await allow(page, client, second);
    const checkout = await callTool(
      service,
      'purchase_credits',
      { package_id: 'starter' },
      { token: more.access_token },
    );
    expect(checkout.body.result.structuredContent.checkout_url).toMatch(/^http/);

    const next = await oauth.refreshTokenGrant(client, more.refresh_token ?? '');
    expect((await callTool(service, 'get_account', {}, { token: next.access_token })).status).toBe(200);
    await oauth.tokenRevocation(client, next.access_token);
    expect((await callTool(service, 'get_account', {}, { token: next.access_token })).status).toBe(401);
    expect(problems.filter((problem) => !problem.includes('favicon'))).toEqual([]);
    await context.close();
  });

  it.each([true, false])(
    'signs in another person, from the consent page and when the client asks (JavaScript: %s)',
    async (javaScriptEnabled) => {
      const client = await oauth.dynamicClientRegistration(
        new URL(service.url),
        { client_name: 'Office Agent', redirect_uris: [callback], token_endpoint_auth_method: 'none' },
        oauth.None(),
        { execute: [oauth.allowInsecureRequests], algorithm: 'oauth2' },
      );
      const context = await browser.newContext({ javaScriptEnabled });
      const page = await context.newPage();
      const [first, second, third] = [newEmail(), newEmail(), newEmail()];
      await goToService(page, client, 'account:read account:write');
      await signInByCode(page, service, first);
      await page.waitForSelector('button[value=allow]');
      expect(await page.textContent('#account')).toBe(first);
      expect(await page.textContent('ul')).toContain('the secret that signs your webhooks');
      await page.click('button[value=sign-out]');
      await signInByCode(page, service, second);
      await page.waitForSelector('button[value=allow]');
      expect(await page.textContent('#account')).toBe(second);

      const asked = await goToService(page, client, 'account:read', { prompt: 'login' });
      await signInByCode(page, service, third);
      await page.waitForSelector('button[value=allow]');
      expect(await page.textContent('#account')).toBe(third);
      const got = await allow(page, client, asked);
      const account = await callTool(service, 'get_account', {}, { token: got.access_token });
      expect(account.body.result.structuredContent.email).toBe(third);
      await context.close();
    },
  );

  it('treats a browser as signed out when its account is disabled or deleted', async () => {
    const client = await oauth.dynamicClientRegistration(
      new URL(service.url),
      { client_name: 'Office Agent', redirect_uris: [callback], token_endpoint_auth_method: 'none' },
      oauth.None(),
      { execute: [oauth.allowInsecureRequests], algorithm: 'oauth2' },
    );
    for (const end of ['disabled_at = now()', 'email = null, proven_email = null, deleted_at = now()']) {
      const context = await browser.newContext();
      const page = await context.newPage();
      const email = newEmail();
      await goToService(page, client, 'account:read');
      await signInByCode(page, service, email);
      await page.waitForSelector('button[value=allow]');
      await service.db.change(`update accounts set ${end} where email = $1`, [email]);
      await page.click('button[value=allow]');
      await page.getByText('You are signed out').first().waitFor();
      await goToService(page, client, 'account:read');
      expect(await page.textContent('h1')).toBe('Sign in to Standing');
      await context.close();
    }
    expect(service.log.lines.filter((line) => JSON.stringify(line).includes('OAuth request failed'))).toEqual([]);
  });

  /**
   * Sends the page to the authorization URL, and returns the checks that the callback must pass.
   */
  async function goToService(
    page: Page,
    client: oauth.Configuration,
    scope: string,
    more: Record<string, string> = {},
  ) {
    const checks = { pkceCodeVerifier: oauth.randomPKCECodeVerifier(), expectedState: oauth.randomState() };
    const url = oauth.buildAuthorizationUrl(client, {
      redirect_uri: callback,
      ...more,
      scope,
      resource: `${service.url}/mcp`,
      state: checks.expectedState,
      code_challenge: await oauth.calculatePKCECodeChallenge(checks.pkceCodeVerifier),
      code_challenge_method: 'S256',
    });
    await page.goto(url.href);
    return checks;
  }

  async function allow(page: Page, client: oauth.Configuration, checks: oauth.AuthorizationCodeGrantChecks) {
    await page.click('button[value=allow]');
    await page.waitForURL(`${callback}?**`);
    expect(await page.textContent('body')).toBe('back in the application');
    return oauth.authorizationCodeGrant(client, new URL(page.url()), checks);
  }
});
