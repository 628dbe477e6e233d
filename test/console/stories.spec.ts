import type { Browser, Page } from 'playwright-core';
import { ADMIN_KEY } from './administrator.js';
import { record } from '../support/fakes.js';
import { newEmail, newIp, startSandboxService, startService, type Service } from '../support/harness.js';
import { until } from '../support/until.js';
import { describeInChromium, launchChromium, signInByCode } from '../support/chromium.js';

const NAMES = 40;
const UNSURE = 3;

describeInChromium('the console at work', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  async function signedIn(service: Service, email: string, javaScriptEnabled: boolean): Promise<Page> {
    const context = await browser.newContext({ javaScriptEnabled, extraHTTPHeaders: { 'x-forwarded-for': newIp() } });
    const page = await context.newPage();
    await page.goto(`${service.url}/console/sign-in`);
    await signInByCode(page, service, email);
    await page.waitForURL(`${service.url}/console`);
    return page;
  }

  it.each([true, false])(
    'an analyst clears a file of names, some unsure, and prints a record of each (JavaScript: %s)',
    async (javaScriptEnabled) => {
      const service = await startService({ env: { FREE_CREDITS: '1000' } });
      try {
        const names = Array.from({ length: NAMES }, (_none, at) => nameOf(at));
        service.registries.of('us-co').records = names.flatMap((name, at) => [
          record({ id: `2019${String(at).padStart(7, '0')}`, name }),
          ...(at < UNSURE ? [record({ id: `2020${String(at).padStart(7, '0')}`, name })] : []),
        ]);
        const email = newEmail();
        const page = await signedIn(service, email, javaScriptEnabled);
        await page.click('nav >> text=Batches');
        await page.click('summary:has-text("Type or paste rows")');
        const rows = names.map((name, at) => `${name},us-co,C-${at}`);
        await page.fill('textarea', ['entity_name,jurisdiction,custom_id', ...rows].join('\n'));
        await page.check('details input[name=start]');
        await page.click('details button:has-text("Upload")');
        // The page follows the batch by itself, with and without scripts.
        await page.waitForSelector('th:has-text("Line")');
        await page.click('nav >> text=Review');
        await page.waitForURL('**/console/review');
        const waiting = await page
          .locator('tbody tr:has-text("open") td:first-child a')
          .evaluateAll((links) => links.map((link) => String(link.getAttribute('href'))));
        expect(new Set(waiting).size).toBe(UNSURE);
        for (const [at, path] of waiting.entries()) {
          await page.goto(service.url + path);
          await page.check('input[type=radio] >> nth=0');
          await page.fill('textarea[name=note]', `the address on invoice ${at}`);
          await page.click('button:has-text("Decide")');
          await page.waitForSelector('.notice');
          const printed = await page.pdf({ format: 'A4' });
          const pages = printed.toString('latin1').match(/\/Type\s*\/Page[^s]/g) ?? [];
          expect([path, pages.length]).toEqual([path, 1]);
          await page.emulateMedia({ media: 'print' });
          const words = await page.innerText('main');
          for (const said of [`the address on invoice ${at}`, email, 'Register', 'Requested', path]) {
            expect(words).toContain(said);
          }
          await page.emulateMedia({ media: null });
        }
        await page.goto(`${service.url}/console/review?decided=false`);
        expect(await page.textContent('main')).toContain('Nothing to review.');
        await page.context().close();
      } finally {
        await service.close();
      }
    },
  );

  it.each([true, false])(
    'a user watches a business, moves the clock, and sees and receives the change (JavaScript: %s)',
    async (javaScriptEnabled) => {
      const service = await startSandboxService({ tellsStory: true, env: { FREE_CREDITS: '1000' } });
      try {
        const email = newEmail();
        const page = await signedIn(service, email, javaScriptEnabled);
        await page.click('nav >> text=Verify');
        await page.fill('input[name=entity_name]', 'Sandbox Renamed LLC');
        await page.selectOption('select[name=jurisdiction]', 'us-co');
        await page.click('main form button.first');
        await page.waitForSelector('.verdict.good');
        await page.click('text=Open the business and watch it');
        await page.click('summary:has-text("Set up a watch")');
        await page.click('button:has-text("Start watching")');
        await page.click('nav >> text=Monitoring');
        await page.selectOption('select[name=every]', 'at_once');
        await page.click('button:has-text("Save")');
        await page.waitForSelector('.notice');
        await page.click('button[value="30d"]');
        await page.waitForSelector('.notice:has-text("clock")');
        const mailed = () => service.said.filter((line) => line.startsWith(`e-mail to ${email}: Watched:`));
        await until(() => mailed().length === 1);
        await page.click('nav >> text=Monitoring');
        await page.click('tbody tr:has-text("Its name changed") a');
        expect(await page.textContent('ol.timeline')).toContain('Its name changed');
        expect(mailed().length).toBe(1);
        await page.context().close();
      } finally {
        await service.close();
      }
    },
  );

  it.each([true, false])(
    'an administrator refunds a row and erases a person (JavaScript: %s)',
    async (javaScriptEnabled) => {
      const service = await startService({ env: { FREE_CREDITS: '1000', ADMIN_API_KEY: ADMIN_KEY } });
      try {
        const name = 'Alder Bridge Ferries LLC';
        service.registries.of('us-co').records = [record({ id: '20190000001', name })];
        const { key } = await service.signUp();
        const asked = { entity_name: name, jurisdiction: 'us-co', tier: 'deep' };
        const { body } = await service.ask('POST', '/v1/verify', { key, headers: { prefer: 'wait=20' }, body: asked });
        const sent = await fetch(`${service.url}/v1/batches?start=true`, {
          method: 'POST',
          headers: { 'content-type': 'text/csv', 'x-api-key': key },
          body: `entity_name,jurisdiction\n${name},us-co\n`,
        });
        const { batch_id: batch } = (await sent.json()) as { batch_id: string };
        await until(
          async () => (await service.ask('GET', `/v1/batches/${batch}`, { key })).body.status === 'completed',
        );
        const before = await service.balance(key);
        const context = await browser.newContext({
          javaScriptEnabled,
          extraHTTPHeaders: { 'x-forwarded-for': newIp() },
        });
        const page = await context.newPage();
        await page.goto(`${service.url}/console/admin`);
        await page.fill('input[name=admin_key]', ADMIN_KEY);
        await page.click('button:has-text("Sign in")');
        await page.click('nav >> text=Batches');
        await page.click(`a[href$="/${batch}"]`);
        await page.click('text=Refund line 2');
        await page.fill('input[name=reason]', 'the wrong business');
        await page.click('button:has-text("Refund the row")');
        await page.click('button.danger');
        await page.waitForURL(`**/admin/batches/${batch}/rows/2`);
        expect(await page.textContent('[role=status]')).toContain('The row is refunded.');
        expect(await page.locator('button:has-text("Refund the row")').count()).toBe(0);
        expect(await service.balance(key)).toBe(before + 1);

        await page.goto(`${service.url}/console/admin/jobs/${body.job_id}`);
        await page.click('text=Erase personal data');
        expect(await page.inputValue('input[name=entity_id]')).toBe(body.entity_id);
        await page.fill('input[name=reason]', 'asked by letter');
        await page.click('button:has-text("Erase personal data")');
        await page.click('button.danger');
        await page.waitForURL('**/admin/audit');
        const { body: entity } = await service.ask('GET', `/v1/entity/${body.entity_id}`, { key });
        expect(JSON.stringify(entity)).not.toContain('Fictional Agents');
        const trail = (await page.textContent('main')) ?? '';
        for (const words of ['the wrong business', 'asked by letter']) expect(trail).toContain(words);
        await context.close();
      } finally {
        await service.close();
      }
    },
  );
});

const SYLLABLES = ['ba', 'ke', 'li', 'mo', 'nu', 'pra', 'rest', 'sil', 'tor', 'vu'];

/** Returns names of which no two are alike. */
function nameOf(at: number): string {
  const digits = String(at).padStart(3, '0').split('').map(Number);
  const word = digits.map((digit, place) => SYLLABLES[(digit * 3 + place) % 10]).join('');
  return `${word.charAt(0).toUpperCase()}${word.slice(1)} ${word.split('').toReversed().join('')} Works LLC`;
}
