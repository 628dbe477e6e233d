import type { Browser, Page } from 'playwright-core';
import { newEmail, startService, type Service } from '../support/harness.js';
import { describeInChromium, launchChromium, signInByCode } from '../support/chromium.js';

describeInChromium('the test checkout in a browser', () => {
  let service: Service;
  let browser: Browser;
  beforeAll(async () => {
    service = await startService();
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser?.close();
    await service.close();
  });

  async function openCheckout(): Promise<{ page: Page; key: string; problems: string[] }> {
    const { key } = await service.signUp();
    const { body } = await service.ask('POST', '/v1/billing/purchase', { key, body: { package_id: 'pro' } });
    const page = await browser.newPage();
    const problems: string[] = [];
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    page.on('requestfailed', (request) => problems.push(request.url()));
    await page.goto(body.checkout_url);
    return { page, key, problems };
  }

  it('credits the account when Pay is pressed, and nothing more when it is pressed again', async () => {
    const { page, key, problems } = await openCheckout();
    expect(await page.textContent('.note')).toContain('No money moves');
    await page.click('button[value=pay]');
    await page.waitForSelector('#outcome');
    expect(await page.textContent('#outcome')).toBe('500 credits were added to the account.');
    expect(await service.balance(key)).toBe(550);

    await page.goBack();
    const again = await page.$('button[value=pay]');
    await again?.click();
    await page.waitForSelector('#outcome');
    await page.reload();
    expect(await page.textContent('#outcome')).toBe('500 credits were added to the account.');
    expect(await service.balance(key)).toBe(550);
    expect(problems.filter((problem) => !problem.includes('favicon'))).toEqual([]);
    await page.close();
  });

  it('credits the account once when Pay is pressed in two open windows', async () => {
    const { page, key } = await openCheckout();
    const twin = await browser.newPage();
    await twin.goto(page.url());
    await Promise.all([page.click('button[value=pay]'), twin.click('button[value=pay]')]);
    await Promise.all([page.waitForSelector('#outcome'), twin.waitForSelector('#outcome')]);
    expect(await service.balance(key)).toBe(550);
    await twin.close();
    await page.close();
  });

  it('is reached by one press in the console, and leads back to its pages', async () => {
    const email = newEmail();
    const context = await browser.newContext();
    const page = await context.newPage();
    const problems: string[] = [];
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    await page.goto(`${service.url}/console/sign-in`);
    await signInByCode(page, service, email);
    await page.goto(`${service.url}/console/billing`);
    await page.click('button[value=pro]');
    await page.click('button[value=pay]');
    await page.waitForSelector('#outcome');
    expect(await page.textContent('main')).not.toMatch(/\/v1\/|GET|POST/);
    for (const words of ['Overview', 'Verify a business', 'Billing']) {
      await page.click(`main a:text-is("${words}")`);
      await page.waitForSelector('h1');
      expect(await page.textContent('h1')).toBe(words);
      if (words !== 'Billing') await page.goBack();
    }
    expect(await page.textContent('[data-live=credits]')).toBe('550');
    expect(problems.filter((problem) => !problem.includes('favicon'))).toEqual([]);
    await context.close();
  });

  it('buys nothing when Cancel is pressed', async () => {
    const { page, key } = await openCheckout();
    await page.click('button[value=cancel]');
    await page.waitForSelector('#outcome');
    expect(await page.textContent('#outcome')).toBe('Nothing was bought.');
    expect(await service.balance(key)).toBe(50);
    await page.close();
  });
});
