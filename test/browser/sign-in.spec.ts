import { existsSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as oauth from 'openid-client';
import { chromium, type Browser } from 'playwright-core';
import { freePort } from '../agents/oauth-user.js';
import { newEmail, startService, type Service } from '../harness.js';

const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) =>
  existsSync(path),
);
const required = process.env['CI'] === 'true';
const describeOrSkip = executablePath || required ? describe : describe.skip;

describeOrSkip('signing in with a browser', () => {
  if (!executablePath && !required) it.todo('skipped: no Chromium');

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
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
  });
  afterAll(async () => {
    await browser?.close();
    application.close();
    await service.close();
  });

  it.each([true, false])('leads from the application and back again (JavaScript: %s)', async (javaScriptEnabled) => {
    const client = await oauth.dynamicClientRegistration(
      new URL(service.url),
      { client_name: 'Desk <b>Agent</b>', redirect_uris: [callback], token_endpoint_auth_method: 'none' },
      oauth.None(),
      { execute: [oauth.allowInsecureRequests], algorithm: 'oauth2' },
    );
    const verifier = oauth.randomPKCECodeVerifier();
    const state = oauth.randomState();
    const url = oauth.buildAuthorizationUrl(client, {
      redirect_uri: callback,
      scope: 'account:read',
      resource: `${service.url}/mcp`,
      state,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    const email = newEmail();
    const context = await browser.newContext({ javaScriptEnabled });
    const page = await context.newPage();
    const problems: string[] = [];
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));

    await page.goto(url.href);
    await page.fill('form:first-of-type input[name=email]', email);
    await page.click('button[value=send]');
    await page.fill('input[name=code]', service.codeFor(email));
    await page.click('button[value=verify]');
    expect(await page.textContent('main')).toContain('Desk <b>Agent</b>');
    expect(await page.textContent('#redirect-host')).toBe(new URL(callback).host);
    await page.click('button[value=allow]');
    await page.waitForURL(`${callback}?**`);
    expect(await page.textContent('body')).toBe('back in the application');
    expect(problems.filter((problem) => !problem.includes('favicon'))).toEqual([]);

    const checks = { pkceCodeVerifier: verifier, expectedState: state };
    const got = await oauth.authorizationCodeGrant(client, new URL(page.url()), checks);
    const { body } = await service.ask('GET', '/v1/account', {
      headers: { authorization: `Bearer ${got.access_token}` },
    });
    expect(body.email).toBe(email);
    await context.close();
  });
});
