import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { startService, type Service } from '../harness.js';

const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) =>
  existsSync(path),
);
const required = process.env['CI'] === 'true';
const describeOrSkip = executablePath || required ? describe : describe.skip;

describeOrSkip('the reference in a browser', () => {
  if (!executablePath && !required) it.todo('skipped: no Chromium');

  let service: Service;
  let browser: Browser;
  beforeAll(async () => {
    service = await startService();
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
  }, 40_000);
  afterAll(async () => {
    await browser?.close();
    await service.close();
  });

  async function open(options: BrowserContextOptions): Promise<{ page: Page; asked: string[]; problems: string[] }> {
    const page = await browser.newPage(options);
    const asked: string[] = [];
    const problems: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    page.on('pageerror', (error) => problems.push(error.message));
    await page.goto(`${service.url}/reference`);
    await page.getByText('/v1/auth/request-access').first().waitFor({ state: 'attached', timeout: 30_000 });
    return { page, asked, problems };
  }

  const light = { viewport: { width: 1280, height: 800 }, colorScheme: 'light' } as const;
  const darkPhone = {
    viewport: { width: 390, height: 800 },
    colorScheme: 'dark',
    isMobile: true,
    hasTouch: true,
  } as const;

  it.each([
    ['on a desk, light', light],
    ['on a phone, dark', darkPhone],
  ])(
    '%s: shows the operations, asks nobody else, breaks no policy and fits',
    async (_where, options) => {
      const { page, asked, problems } = await open(options);
      expect(
        asked.filter((url) => !url.startsWith(service.url) && !url.startsWith('data:') && !url.startsWith('blob:')),
      ).toEqual([]);
      expect(problems).toEqual([]);
      const dark = await page.evaluate<boolean>(`document.body.classList.contains('dark-mode')`);
      expect(dark).toBe(options.colorScheme === 'dark');
      const overhang = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
      expect(overhang).toBeLessThanOrEqual(0);
      await page.close();
    },
    60_000,
  );
});
