import type { Browser, Page } from 'playwright-core';
import { wholeAccount, WHOLE_ENV, type WholeAccount } from './whole-account.js';
import { startService, type Service } from '../support/harness.js';
import { expectAccessible } from '../support/accessible.js';
import { describeInChromium, launchChromium } from '../support/chromium.js';

/** Disables the browser's own validation, which would not let these forms be sent. */
const UNCHECKED = `document.querySelectorAll('form').forEach((form) => { form.noValidate = true; })`;

describeInChromium('a form with something wrong, in a browser', () => {
  let service: Service;
  let browser: Browser;
  let account: WholeAccount;
  beforeAll(async () => {
    service = await startService({ env: WHOLE_ENV });
    browser = await launchChromium();
    account = await wholeAccount(service);
  });
  afterAll(async () => {
    await browser?.close();
    await service.close();
  });

  it.each([
    ['keys', 'budget_credits', 'Create key', { label: 'intake', budget_credits: 'lots' }],
    ['account', 'new_password', 'Set password', { new_password: 'short' }],
    ['webhooks', 'webhook_url', 'Send a test event', { webhook_url: 'nonsense' }],
    ['batches?', 'max_credits', 'Upload', { max_credits: 'a lot' }],
  ] as const)('is accessible, links to the field, and names its problem: %s', async (path, field, button, typed) => {
    const page = await open(path);
    await page.evaluate(UNCHECKED);
    const form = page
      .locator('form')
      .filter({ has: page.getByRole('button', { name: button, exact: true }) })
      .first();
    for (const [name, value] of Object.entries(typed)) await form.locator(`[name="${name}"]`).fill(value);
    await form.getByRole('button', { name: button, exact: true }).click();
    const input = page.locator(`[name="${field}"][aria-invalid="true"]`);
    await input.waitFor();
    await page.getByRole('alert').getByRole('link', { name: 'Go to the field' }).click();
    const problem = page.locator(`#${await input.getAttribute('aria-describedby')}`);
    expect(await problem.textContent()).toMatch(/\w/);
    await expect(problem.isVisible()).resolves.toBe(true);
    await expectAccessible(page);
    await page.context().close();
  });

  async function open(path: string): Promise<Page> {
    const context = await browser.newContext();
    const value = account.visitor.cookie('standing_console') ?? '';
    await context.addCookies([{ name: 'standing_console', value, url: `${service.url}/console` }]);
    const page = await context.newPage();
    await page.goto(`${service.url}/console/${path}`);
    return page;
  }
});
