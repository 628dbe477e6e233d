import * as oauth from 'openid-client';
import type { Browser, Page } from 'playwright-core';
import { freePort } from '../support/oauth-user.js';
import { newEmail, startService, type Service } from '../support/harness.js';
import { AXE, expectAccessible } from '../support/accessible.js';
import { describeInChromium, launchChromium } from '../support/chromium.js';

describeInChromium('our pages in a browser', () => {
  let service: Service;
  let browser: Browser;
  beforeAll(async () => {
    service = await startService({
      env: { PORT: String(await freePort()), TERMS_URL: 'https://example.com/terms' },
    });
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser?.close();
    await service.close();
  });

  async function open(url?: string): Promise<Page> {
    const page = await browser.newPage();
    if (url !== undefined) await page.goto(url);
    return page;
  }

  /** Returns the elements that the Tab key reaches in order, each with a visible outline. */
  async function reachedByKeyboard(page: Page): Promise<string[]> {
    const reached: string[] = [];
    // Click on an empty spot, from which the Tab key starts.
    await page.mouse.click(1, 1);
    for (;;) {
      await page.keyboard.press('Tab');
      const { name, outline } = await page.evaluate<{ name: string; outline: string }>(`(() => {
        const at = document.activeElement;
        return { name: (at.name || '') + (at.value || at.textContent || '').trim(), outline: getComputedStyle(at).outlineStyle };
      })()`);
      if (reached.includes(name) || (reached.length > 0 && outline === 'none')) return reached;
      expect(outline).toBe('solid');
      reached.push(name);
    }
  }

  it.each([
    ['the entry page', '/'],
    ['the list of guides', '/docs'],
    ['a guide with tables and code', '/docs/reference/api'],
    ['a guide with pictures', '/docs/explanation/architecture'],
    ['a path where nothing is', '/nothing/here'],
    ['a route that needs a key', '/v1/account'],
    ['a sign-in that has expired', '/oauth/interaction/none'],
    ['an authorization that asks for nothing', '/oauth/authorize'],
  ])('serves accessible pages on a phone and on a desktop, light and dark: %s', async (_what, path) => {
    const page = await open(service.url + path);
    await expectAccessible(page);
    await page.close();
  });

  it('a missing page links to the entry page', async () => {
    const page = await open(`${service.url}/nothing/here`);
    expect(await page.textContent('h1')).toBe('Page not found');
    await page.getByRole('link', { name: 'Start page' }).click();
    await page.waitForURL(`${service.url}/`);
    expect(await page.textContent('h1')).toBe('Is this business registered, and in good standing?');
    await page.close();
  });

  it('a checkout is accessible before and after payment, shows what is bought, and links on', async () => {
    const { key } = await service.signUp();
    const { body } = await service.ask('POST', '/v1/billing/purchase', { key, body: { package_id: 'pro' } });
    const page = await open(body.checkout_url);
    await expectAccessible(page);
    expect((await page.innerText('dl')).split('\n').filter(Boolean)).toEqual(
      expect.arrayContaining(['Pro', '500', 'USD 0.070', 'USD 35.00']),
    );
    expect(await reachedByKeyboard(page)).toEqual(['buttonpay', 'buttoncancel']);
    await page.focus('button[value=pay]');
    await page.keyboard.press('Enter');
    await page.waitForSelector('#outcome');
    await expectAccessible(page);
    expect(await page.getByRole('link', { name: 'Start page' }).getAttribute('href')).toBe('../../');
    await page.close();
  });

  it('sign-in is accessible at every step, and consent shows whose credits, which and how to revoke', async () => {
    const callback = 'https://agent.example.com/callback';
    const client = await oauth.dynamicClientRegistration(
      new URL(service.url),
      { client_name: 'Intake Agent', redirect_uris: [callback], token_endpoint_auth_method: 'none' },
      oauth.None(),
      { execute: [oauth.allowInsecureRequests], algorithm: 'oauth2' },
    );
    const url = oauth.buildAuthorizationUrl(client, {
      redirect_uri: callback,
      scope: 'account:read',
      resource: `${service.url}/mcp`,
      state: oauth.randomState(),
      code_challenge: await oauth.calculatePKCECodeChallenge(oauth.randomPKCECodeVerifier()),
      code_challenge_method: 'S256',
    });
    const page = await open(url.href);
    await expectAccessible(page);
    expect(await page.getByRole('link', { name: 'terms of service' }).getAttribute('href')).toBe(
      'https://example.com/terms',
    );
    expect(await reachedByKeyboard(page)).toEqual(
      expect.arrayContaining(['email', 'actionsend', 'Sign in with a password', 'actioncancel']),
    );
    await page.click('summary');
    await expectAccessible(page);

    const email = newEmail();
    await page.fill('form:first-of-type input[name=email]', email);
    await page.click('button[value=send]');
    await page.waitForSelector('input[name=code]');
    await expectAccessible(page);
    await page.fill('input[name=code]', '000 000');
    await page.click('button[value=verify]');
    await page.waitForSelector('[role=alert]');
    await expectAccessible(page);

    await page.fill('input[name=code]', service.codeFor(email));
    await page.click('button[value=verify]');
    await page.waitForSelector('#account');
    expect(await page.textContent('#account')).toBe(email);
    expect(await page.textContent('#spendable')).toBe('50 credits, and what you add');
    expect(await page.textContent('#redirect-host')).toBe('agent.example.com');
    await page.click('summary');
    expect(await page.textContent('details')).toContain('DELETE /v1/account/grants/ID');
    await expectAccessible(page);
    await page.close();
  });
});

describeInChromium('the pages that a payment processor leads back to', () => {
  it('is accessible, and links to the entry page', async () => {
    const service = await startService({
      env: { STRIPE_SECRET_KEY: 'sk_test_secret', STRIPE_WEBHOOK_SECRET: 'whsec_test_secret' },
    });
    const browser = await launchChromium();
    try {
      const page = await browser.newPage();
      for (const path of ['paid', 'cancelled']) {
        await page.goto(`${service.url}/checkout/${path}`);
        await page.evaluate(AXE);
        const violations = await page.evaluate('axe.run().then(({ violations }) => violations.map(({ id }) => id))');
        expect(violations).toEqual([]);
        await page.getByRole('link', { name: 'Start page' }).click();
        await page.waitForURL(`${service.url}/`);
      }
    } finally {
      await browser.close();
      await service.close();
    }
  });
});
