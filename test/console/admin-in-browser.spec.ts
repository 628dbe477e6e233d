import type { Browser } from 'playwright-core';
import { ADMIN_KEY, ADMIN_SESSION, administrator } from './administrator.js';
import { wholeAccount, WHOLE_ENV, type WholeAccount } from './whole-account.js';
import { startService, type Service } from '../support/harness.js';
import { expectAccessible } from '../support/accessible.js';
import { describeInChromium, launchChromium } from '../support/chromium.js';
import { expectWellMade, picture } from '../support/console-page.js';

const NAME = '"><img src=x onerror=alert(1)><script>alert(2)</script> LLC';

describeInChromium('the pages of support in a browser', () => {
  let service: Service;
  let browser: Browser;
  let account: WholeAccount;
  let accountId: string;
  beforeAll(async () => {
    service = await startService({ env: { ...WHOLE_ENV, ADMIN_API_KEY: ADMIN_KEY } });
    browser = await launchChromium();
    account = await wholeAccount(service, NAME);
    accountId = (await service.ask('GET', '/v1/account', { key: account.key })).body.account_id;
  });
  afterAll(async () => {
    await browser?.close();
    await service.close();
  });

  it('serves small, accessible pages in each size and theme, from one host and within the policy', async () => {
    const context = await browser.newContext();
    const value = (await administrator(service)).cookie(ADMIN_SESSION) ?? '';
    const url = `${service.url}/console/admin`;
    await context.addCookies([{ name: ADMIN_SESSION, value, url }]);
    await expectWellMade(await browser.newContext(), `${url}/sign-in`, 'admin-sign-in');
    for (const [name, path] of [
      ['admin-overview', ''],
      ['admin-accounts', '/accounts'],
      ['admin-one-of-accounts', `/accounts/${accountId}`],
      ['admin-jobs', '/jobs'],
      ['admin-one-of-jobs', `/jobs/${account.ids.jobs}`],
      ['admin-batches', '/batches'],
      ['admin-one-of-batches', `/batches/${account.ids.batches}`],
      ['admin-one-of-rows', `/batches/${account.ids.batches}/rows/1`],
      ['admin-jurisdictions', '/jurisdictions'],
      ['admin-one-of-jurisdictions', '/jurisdictions/us-co'],
      ['admin-personal-data', '/personal-data'],
      ['admin-audit', '/audit'],
    ] as const) {
      await expectWellMade(context, url + path, name);
    }
    const page = await context.newPage();
    await page.goto(`${url}/accounts/${accountId}`);
    await page.fill('form[action*="/disable?"] input[name=reason]', 'abuse');
    await page.click('form[action*="/disable?"] button');
    await page.waitForSelector('h1:has-text("Are you sure?")');
    await expectAccessible(page);
    await picture(page, 'admin-asked');
    await context.close();
  });

  it.each([true, false])(
    'an administrator gives credits after a confirmation, and signs out (JavaScript: %s)',
    async (javaScriptEnabled) => {
      const before = await service.balance(account.key);
      const context = await browser.newContext({ javaScriptEnabled });
      const page = await context.newPage();
      const ran: string[] = [];
      page.on('dialog', (dialog) => {
        ran.push(dialog.message());
        void dialog.dismiss();
      });
      await page.goto(`${service.url}/console/admin`);
      await page.fill('input[name=admin_key]', ADMIN_KEY);
      await page.click('main button');
      await page.click('nav >> text=Accounts');
      await page.click('tbody a');
      await page.fill('input[name=amount]', '5');
      await page.fill('form[action*="/credits?"] input[name=reason]', 'for the outage');
      await page.click('form[action*="/credits?"] button');
      await page.waitForSelector('button.danger:has-text("Give 5 credits")');
      expect(await service.balance(account.key)).toBe(before);
      await page.click('button.danger');
      await page.waitForURL(`**/accounts/${accountId}`);
      expect(await service.balance(account.key)).toBe(before + 5);
      await page.click('text=Verifications and searches');
      await page.waitForURL('**/admin/jobs?account_id=*');
      await page.click('tbody a');
      await page.getByRole('heading', { name: NAME, exact: true }).waitFor();
      expect(await page.locator('main :is(img, svg, iframe, script)').count()).toBe(0);
      expect(ran).toEqual([]);
      await page.click('text=Sign out');
      await page.waitForURL('**/admin/sign-in');
      await page.goto(`${service.url}/console/admin/accounts`);
      expect(page.url()).toContain('/console/admin/sign-in');
      await context.close();
    },
  );
});
