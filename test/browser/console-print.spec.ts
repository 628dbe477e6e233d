import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { pagesOf, wholeAccount, WHOLE_ENV, type WholeAccount } from '../console/whole-account.js';
import { startService, type Service } from '../support/harness.js';
import { describeInChromium, launchChromium } from './chromium.js';

const EVERY_PAGE_MS = 300_000;
/** A4 without its margins, in pixels of a page. */
const PAPER = { width: 720, height: 1040 };

interface Printed {
  heading: boolean;
  /** What may be used on a screen, and cannot on paper. */
  controls: string[];
  /** What is cut off at the right. */
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

describeInChromium('the console on paper', () => {
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

  it(
    'every page is printed with what it says and nothing to press, in full width, dark on light',
    async () => {
      const context = await browser.newContext({ colorScheme: 'dark', viewport: PAPER });
      const value = account.visitor.cookie('standing_console') ?? '';
      await context.addCookies([{ name: 'standing_console', value, url: `${service.url}/console` }]);
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
    },
    EVERY_PAGE_MS,
  );

  it('tables and facts stay, and a link that leads away says where to', async () => {
    const context = await browser.newContext({ viewport: PAPER });
    const value = account.visitor.cookie('standing_console') ?? '';
    await context.addCookies([{ name: 'standing_console', value, url: `${service.url}/console` }]);
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
});
