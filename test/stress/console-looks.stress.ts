import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core';
import { ADMIN_KEY, ADMIN_SESSION, administrator } from '../console/administrator.js';
import { UNSURE_LINE, wholeAccount, WHOLE_ENV, type WholeAccount } from '../console/whole-account.js';
import { startService, type Service } from '../support/harness.js';
import { until } from '../support/until.js';
import { EVERY_VIEW, expectAccessible } from '../support/accessible.js';
import { describeInChromium, launchChromium } from '../support/chromium.js';
import { everyPage } from '../support/every-page.js';

const WIDTHS = [390, 1280];
/** Wider viewports to check for horizontal overflow, by the width of the picture. */
const WIDER: Readonly<Record<number, number>> = { 390: 768, 1280: 1680 };
/** A tenth of the layout shift that counts as good on the web. */
const MAX_SHIFT = 0.01;

/** Records the layout shifts of a page while it loads, with the nodes that moved. */
const WATCH_SHIFTS = `
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries()) {
      window.shifts.push({ value, what: sources.map(({ node }) => (node?.outerHTML ?? node?.nodeValue ?? '').slice(0, 80)) });
    }
  }).observe({ type: 'layout-shift', buffered: true });`;

const OVERHANG = 'document.documentElement.scrollWidth - innerWidth';
/** True once the page has replaced UTC times with local ones, as it does on a first visit. */
const SETTLED = `![...document.querySelectorAll('main time')].some((time) => time.textContent.endsWith('UTC'))`;
const DRAWN = 'new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn())))';

interface Shift {
  value: number;
  what: string[];
}

describeInChromium('every page of the console, as it looks', () => {
  let service: Service;
  let browser: Browser;
  let account: WholeAccount;
  let admin: string;
  let pages: [name: string, path: string][];
  beforeAll(async () => {
    service = await startService({ env: { ...WHOLE_ENV, ADMIN_API_KEY: ADMIN_KEY } });
    browser = await launchChromium();
    account = await wholeAccount(service);
    admin = (await administrator(service)).cookie(ADMIN_SESSION) ?? '';
    pages = await everyPageOfBoth();
  });
  afterAll(async () => {
    await browser?.close();
    await service.close();
  });

  /** Lists the pages of the account, the sign-in page and the admin pages. */
  async function everyPageOfBoth(): Promise<[name: string, path: string][]> {
    const own = (await everyPage(service, account)).filter(([, path]) => !path.startsWith('/console/admin'));
    const { body } = await service.ask('GET', '/v1/account', { key: account.key });
    const idOf: Readonly<Record<string, string>> = {
      accounts: body.account_id,
      jobs: account.ids.jobs,
      batches: account.ids.batches,
      jurisdictions: 'us-co',
    };
    const ofAdmins = service.routes
      .filter((route) => route.startsWith('GET /console/admin/') && !route.endsWith('.csv'))
      .map((route): [string, string] => {
        const [section = '', id, part] = route.split('/').slice(3);
        const path = route
          .replace('GET ', '')
          .replace(':id', idOf[section] ?? '')
          .replace(':line', UNSURE_LINE);
        return [['admin', ...(id ? ['one-of'] : []), section, ...(part ? [part] : [])].join('-'), path];
      });
    return [...own, ['sign-in', '/console/sign-in'], ...ofAdmins];
  }

  /** Opens a browser in which the account and an administrator are signed in. */
  async function open(options: BrowserContextOptions): Promise<BrowserContext> {
    const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
    const value = account.visitor.cookie('standing_console') ?? '';
    await context.addCookies([
      { name: 'standing_console', value, url: `${service.url}/console` },
      { name: ADMIN_SESSION, value: admin, url: `${service.url}/console/admin` },
    ]);
    return context;
  }

  /** Opens sign-in pages without a session, since a signed-in user is redirected. */
  async function openFor(path: string, options: BrowserContextOptions): Promise<BrowserContext> {
    return path.endsWith('/sign-in') ? browser.newContext(options) : open(options);
  }

  it('has a unique name', () => {
    const names = pages.map(([name]) => name);
    expect(names.length).toBeGreaterThan(30);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });

  it('is accessible at every width, in light and dark', async () => {
    for (const [, path] of pages) {
      const context = await openFor(path, {});
      const page = await context.newPage();
      await page.goto(service.url + path);
      await expectAccessible(page, EVERY_VIEW);
      await context.close();
    }
  });

  it('does not shift its layout while it loads, and scrolls in one direction, at every width', async () => {
    const found: unknown[] = [];
    for (const [name, path] of pages) {
      for (const width of WIDTHS) {
        const context = await openFor(path, { timezoneId: 'Asia/Tokyo', viewport: { width, height: 800 } });
        await context.addInitScript(WATCH_SHIFTS);
        const page = await context.newPage();
        await page.goto(service.url + path);
        await until(() => page.evaluate<boolean>(SETTLED));
        await page.evaluate(DRAWN);
        const shifts = await page.evaluate<Shift[]>('window.shifts');
        const overhangs = [await page.evaluate<number>(OVERHANG)];
        await page.setViewportSize({ width: WIDER[width] ?? width, height: 800 });
        overhangs.push(await page.evaluate<number>(OVERHANG));
        const moved = shifts.reduce((sum, { value }) => sum + value, 0);
        if (moved >= MAX_SHIFT || Math.max(...overhangs) > 0) found.push({ name, width, moved, overhangs, shifts });
        await context.close();
      }
    }
    expect(found).toEqual([]);
  });
});
