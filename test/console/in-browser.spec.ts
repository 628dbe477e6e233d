import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { pagesOf, wholeAccount, WHOLE_ENV, type WholeAccount } from './whole-account.js';
import { record } from '../support/fakes.js';
import { newEmail, newIp, startService, type Service } from '../support/harness.js';
import { until } from '../support/until.js';
import { expectAccessible } from '../support/accessible.js';
import { expectWellMade, picture } from '../support/console-page.js';
import { everyPage } from '../support/every-page.js';
import { describeInChromium, launchChromium, signInByCode } from '../support/chromium.js';

/** A4 without margins, in CSS pixels. */
const PAPER = { width: 720, height: 1040 };

interface Printed {
  heading: boolean;
  /** Elements that can be used only on a screen. */
  controls: string[];
  /** Elements that are cut off at the right. */
  wider: string[];
  ink: string;
}

const LOOK = `(() => {
  const isShown = (each) => each.checkVisibility() && each.getClientRects().length > 0;
  const shown = (selector) => [...document.querySelectorAll(selector)].filter(isShown);
  return {
    heading: shown('h1').length === 1,
    controls: shown('nav, form, button, input, select, textarea, footer, .skip').map((each) => each.outerHTML.slice(0, 80)),
    wider: shown('main *').filter((each) => each.getBoundingClientRect().right > innerWidth + 1).map((each) => each.outerHTML.slice(0, 80)),
    ink: getComputedStyle(document.body).color,
  };
})()`;

describeInChromium('the console in a browser', () => {
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

  async function signedIn(of: WholeAccount, options: BrowserContextOptions = {}): Promise<BrowserContext> {
    const context = await browser.newContext(options);
    const value = of.visitor.cookie('standing_console') ?? '';
    await context.addCookies([{ name: 'standing_console', value, url: `${service.url}/console` }]);
    return context;
  }

  it('sends a form once, however often its button is pressed', async () => {
    const context = await signedIn(account);
    const page = await context.newPage();
    await page.goto(`${service.url}/console/keys`);
    const refused = await page.evaluate(`(() => {
      const press = () => {
        const event = new SubmitEvent('submit', { bubbles: true, cancelable: true });
        document.querySelector('main form[method=post]').dispatchEvent(event);
        return event.defaultPrevented;
      };
      return [press(), press()];
    })()`);
    expect(refused).toEqual([false, true]);
    await context.close();
  });

  it('serves small, accessible pages in each size and theme, from one host and within the policy', async () => {
    const context = await signedIn(account);
    for (const [name, path] of await everyPage(service, account)) {
      await expectWellMade(context, service.url + path, name, name === 'nothing');
    }
    await context.close();
  });

  it('prints every page without controls, in full width, dark on light', async () => {
    const context = await signedIn(account, { colorScheme: 'dark', viewport: PAPER });
    const page = await context.newPage();
    const paths = pagesOf(service, account);
    expect(paths.length).toBeGreaterThan(14);
    for (const path of paths) {
      await page.goto(service.url + path);
      await page.emulateMedia({ media: 'print' });
      const printed = await page.evaluate<Printed>(LOOK);
      expect({ path, printed }).toEqual({
        path,
        printed: { heading: true, controls: [], wider: [], ink: 'rgb(0, 0, 0)' },
      });
      const file = await page.pdf({ format: 'A4' });
      expect(file.subarray(0, 5).toString()).toBe('%PDF-');
      await page.emulateMedia({ media: 'screen' });
    }
    await context.close();
  });

  it('prints tables at full width, and the addresses of external links', async () => {
    const context = await signedIn(account, { viewport: PAPER });
    const page = await context.newPage();
    await page.emulateMedia({ media: 'print' });
    await page.goto(`${service.url}/console/batches/${account.ids.batches}`);
    expect(await page.isVisible('table')).toBe(true);
    const [table, main] = await page.evaluate<[number, number]>(
      `['table', 'main'].map((name) => document.querySelector(name).getBoundingClientRect().width)`,
    );
    expect(Math.abs(table - main)).toBeLessThan(2);
    await page.goto(`${service.url}/console/entities/${account.ids.entities}`);
    const after = await page.evaluate<string[]>(
      `[...document.querySelectorAll('main a[href^=http]')].map((each) => getComputedStyle(each, '::after').content)`,
    );
    expect(after).toEqual(after.map(() => expect.stringContaining('http')));
    expect(after.length).toBeGreaterThan(0);
    await context.close();
  });

  it('is accessible at each step of signing in', async () => {
    const page = await browser.newPage();
    await page.goto(`${service.url}/console`);
    await expectAccessible(page);
    await picture(page, 'sign-in');
    await page.fill('form:first-of-type input[name=email]', 'nobody');
    await page.evaluate(`document.querySelector('form').noValidate = true`);
    await page.click('button[value=send]');
    await page.waitForSelector('[role=alert]');
    await expectAccessible(page);
    const email = newEmail();
    await page.fill('form:first-of-type input[name=email]', email);
    await page.click('button[value=send]');
    await page.waitForSelector('input[name=code]');
    await expectAccessible(page);
    await page.close();
  });

  /** Presses Tab until the label or text of the focused element starts with `name`. */
  async function tabTo(page: Page, name: string): Promise<void> {
    for (let pressed = 0; pressed < 120; pressed++) {
      const at = await page.evaluate<string>(`(() => {
        const at = document.activeElement;
        const label = at.labels && at.labels[0] ? at.labels[0].textContent : '';
        return at === document.body ? '' : (label || at.textContent || '').trim();
      })()`);
      if (at.startsWith(name)) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`the Tab key leads to nothing called ${name}`);
  }

  async function pressOn(page: Page, name: string): Promise<void> {
    await tabTo(page, name);
    await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')]);
  }

  it.each([true, false])(
    'a newcomer gets from the entry page to an answer and a key by keyboard (JavaScript: %s)',
    async (javaScriptEnabled) => {
      service.registries.of('us-co').records = [record({ id: '20190000009', name: 'Elm Quay Looms LLC' })];
      const headers = { 'x-forwarded-for': newIp() };
      const context = await browser.newContext({ javaScriptEnabled, extraHTTPHeaders: headers });
      const page = await context.newPage();
      await page.goto(service.url);
      await pressOn(page, 'Console');
      const email = newEmail();
      await tabTo(page, 'E-mail address');
      await page.keyboard.type(email);
      await pressOn(page, 'Send me a code');
      await tabTo(page, 'Code');
      await page.keyboard.type(service.codeFor(email));
      await pressOn(page, 'Sign in');
      await pressOn(page, 'Verify');
      await tabTo(page, 'Name of the business');
      await page.keyboard.type('Elm Quay Looms LLC');
      await tabTo(page, 'Jurisdiction');
      await page.keyboard.type('Colorado');
      await tabTo(page, 'Verify');
      await page.keyboard.press('Enter');
      // Without scripts, the page of the job reloads itself.
      await page.waitForSelector('.verdict.good');
      expect(await page.textContent('.verdict')).toContain('In good standing');
      await pressOn(page, 'Keys');
      await tabTo(page, 'Label');
      await page.keyboard.type('first');
      await pressOn(page, 'Create key');
      const key = (await page.textContent('pre code')) ?? '';
      expect((await service.ask('GET', '/v1/account', { key })).body.email).toBe(email);
      await context.close();
    },
  );

  it('shows the answer on the page of a job without reloading it, with JavaScript', async () => {
    const registry = service.registries.of('us-co');
    registry.records = [record({ id: '20190000010', name: 'Fern Hollow Kilns LLC' })];
    let answer: () => void = () => undefined;
    registry.held = new Promise((resolve) => (answer = resolve));
    const body = { entity_name: 'Fern Hollow Kilns LLC', jurisdiction: 'us-co' };
    const { body: job } = await service.ask('POST', '/v1/verify', { key: account.key, body });
    const context = await signedIn(account, { timezoneId: 'Asia/Tokyo' });
    const page = await context.newPage();
    await page.goto(`${service.url}/console/jobs/${job.job_id}`);
    await page.evaluate(`window.loadedOnce = true`);
    expect(await page.textContent('[data-pending]')).toContain('Checking the register');
    answer();
    registry.held = undefined;
    await page.waitForSelector('.verdict.good');
    expect(await page.evaluate('window.loadedOnce')).toBe(true);
    expect(await page.getAttribute('main time[title]', 'title')).toContain('UTC');
    await context.close();
  });

  it('updates the balance while the page is visible, and requests nothing while it is hidden', async () => {
    const context = await signedIn(account, { timezoneId: 'UTC' });
    const page = await context.newPage();
    const asked: number[] = [];
    page.on('response', (response) => {
      if (response.url().endsWith('/balance.json')) asked.push(response.status());
    });
    await page.addInitScript(`Object.defineProperty(document, 'hidden', { get: () => window.nobodyLooks === true })`);
    await page.clock.install();
    await page.goto(`${service.url}/console`);
    const shown = () => page.locator('[data-live]').allTextContents();
    const balance = await service.balance(account.key);
    expect(await shown()).toEqual([`${balance} credits`, String(balance)]);
    const body = { entity_name: `Spent Elsewhere ${balance} LLC`, jurisdiction: 'ca-bc' };
    await service.ask('POST', '/v1/verify', { key: account.key, body });
    await page.clock.runFor(20_000);
    await page.waitForSelector(`.balance:has-text("${balance - 1} credits")`);
    expect(await shown()).toEqual([`${balance - 1} credits`, String(balance - 1)]);

    const look = (nobody: boolean) =>
      page.evaluate(`window.nobodyLooks = ${nobody}; document.dispatchEvent(new Event('visibilitychange'))`);
    const before = asked.length;
    await look(true);
    await page.clock.runFor(3_600_000);
    expect(asked.length).toBe(before);
    await Promise.all([page.waitForResponse('**/balance.json'), look(false), page.clock.runFor(1_000)]);
    // An hour without charges: polling slows down to its longest interval.
    for (let minute = 0; minute < 60; minute++) {
      await page.clock.runFor(60_000);
      await page.evaluate('fetch("/console/assets/nothing").then(() => undefined)');
    }
    expect(asked.length - before).toBeGreaterThan(5);
    expect(asked.length - before).toBeLessThan(40);
    await context.close();
  });

  it('shows 200 names that contain markup as text, and runs none of them', async () => {
    const { body: created } = await service.ask('GET', '/v1/account', { key: account.key });
    const { key } = await service.signUp();
    service.registries.of('ca-bc').records = [];
    const names = payloads();
    expect([names.length, new Set(names).size, created.email]).toEqual([200, 200, expect.any(String)]);
    for (let at = 0; at < names.length; at += 20) {
      await Promise.all(
        names.slice(at, at + 20).map(async (entity_name) => {
          const asked = { entity_name, jurisdiction: 'ca-bc', webhook_url: 'http://127.0.0.1:9/hooks' };
          const { status } = await service.ask('POST', '/v1/verify', { key: key, body: asked });
          expect(status).toBe(202);
        }),
      );
    }
    const { body: listed } = await until(async () => {
      const found = await service.ask('GET', '/v1/webhooks/deliveries?limit=100', { key });
      return found.body.pagination.total === 200 ? found : undefined;
    });
    const { body: me } = await service.ask('GET', '/v1/account', { key });
    const context = await browser.newContext({ extraHTTPHeaders: { 'x-forwarded-for': newIp() } });
    const page = await context.newPage();
    const ran: string[] = [];
    page.on('dialog', (dialog) => {
      ran.push(dialog.message());
      void dialog.dismiss();
    });
    await page.goto(`${service.url}/console/sign-in`);
    await signInByCode(page, service, me.email);
    await page.waitForSelector('.figures');

    const seen = new Set<string>();
    let next: string | null = '/console/jobs?limit=100';
    while (next) {
      await page.goto(service.url + next);
      for (const text of await page.locator('tbody tr td:first-child a').allTextContents()) seen.add(text);
      expect(await page.locator('main :is(img, svg, iframe, script, style, b, marquee, object)').count()).toBe(0);
      const older = page.getByRole('link', { name: 'Next page' });
      next = (await older.count()) > 0 ? await older.getAttribute('href') : null;
    }
    expect(names.filter((name) => !seen.has(name))).toEqual([]);
    for (const { delivery_id } of listed.deliveries.slice(0, 40)) {
      await page.goto(`${service.url}/console/webhooks/${delivery_id}`);
      expect(await page.locator('main :is(img, svg, iframe, script, style, b, marquee, object)').count()).toBe(0);
    }
    expect(ran).toEqual([]);
    await context.close();
  });
});

/** Names that try to inject markup and scripts. */
function payloads(): string[] {
  const runs = [
    '<script>alert(N)</script>',
    '<img src=x onerror=alert(N)>',
    '<svg onload=alert(N)>',
    '<iframe src="javascript:alert(N)"></iframe>',
    '<b onmouseover=alert(N)>bold</b>',
    '<a href="javascript:alert(N)">here</a>',
    '<style>@import "//x";</style>N',
    '<object data="data:text/html,<script>alert(N)</script>">',
    '<marquee onstart=alert(N)>',
    '{{constructor.constructor("alert(N)")()}}',
  ];
  const around = [
    (run: string) => run,
    (run: string) => `"${run}`,
    (run: string) => `'${run}`,
    (run: string) => `">${run}`,
    (run: string) => `'>${run}`,
    (run: string) => `</td></table>${run}`,
    (run: string) => `</title>${run}`,
    (run: string) => `</textarea>${run}`,
    (run: string) => `--><!--${run}`,
    (run: string) => `]]>${run}`,
    (run: string) => `&lt;b&gt;${run}`,
    (run: string) => `\`\${alert(1)}${run}`,
    (run: string) => `${run}<!--`,
    (run: string) => `<${run}`,
    (run: string) => `\\u003c${run}`,
    (run: string) => `%3Cscript%3E${run}`,
    (run: string) => `</script>${run}`,
    (run: string) => `</noscript>${run}`,
    (run: string) => `" autofocus onfocus=alert(1) x="${run}`,
    (run: string) => `&#60;script&#62;${run}`,
  ];
  return around.flatMap((wrap, w) => runs.map((run, r) => wrap(run.replace('N', String(w * runs.length + r)))));
}
