import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { startService, type Service } from '../support/harness.js';
import { describeInChromium, launchChromium } from '../support/chromium.js';

describeInChromium('the reference in a browser', () => {
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

  interface Opened {
    page: Page;
    policy: string | undefined;
    /** The origins that received a request. */
    asked: Set<string>;
    problems: string[];
  }

  async function open(origin: string, options: BrowserContextOptions = {}): Promise<Opened> {
    const page = await browser.newPage(options);
    const asked = new Set<string>();
    const problems: string[] = [];
    page.on('request', (request) => {
      const { protocol, origin: to } = new URL(request.url());
      if (protocol !== 'data:' && protocol !== 'blob:') asked.add(to);
    });
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    page.on('pageerror', (error) => problems.push(error.message));
    const answer = await page.goto(`${origin}/reference`);
    await page.getByText('/v1/auth/request-access').first().waitFor({ state: 'attached' });
    return { page, policy: answer?.headers()['content-security-policy'], asked, problems };
  }

  const desktop = { viewport: { width: 1280, height: 800 } } as const;
  const phone = { viewport: { width: 390, height: 800 }, isMobile: true, hasTouch: true } as const;

  it.each([
    ['on a desktop', 'light', desktop],
    ['on a desktop', 'dark', desktop],
    ['on a phone', 'light', phone],
    ['on a phone', 'dark', phone],
  ] as const)(
    'shows the operations %s, %s, without foreign requests, console errors or overflow',
    async (_where, colorScheme, device) => {
      const { page, policy, asked, problems } = await open(service.url, { ...device, colorScheme });
      expect(policy).toContain(`default-src 'none'; script-src 'self'; `);
      expect(policy).toContain(`; connect-src 'self' ${service.url}; `);
      expect([...asked]).toEqual([service.url]);
      expect(problems).toEqual([]);

      const operation = page.getByText('/v1/auth/request-access').locator('visible=true').first();
      await operation.scrollIntoViewIfNeeded();
      const text = await brightness(page, 'color');
      const paper = await brightness(page, 'backgroundColor');
      expect(text > paper).toBe(colorScheme === 'dark');
      const overhang = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
      expect(overhang).toBeLessThanOrEqual(0);
      await page.close();
    },
  );

  /** Returns the brightness from 0 to 255, as the browser renders it. */
  async function brightness(page: Page, property: 'color' | 'backgroundColor'): Promise<number> {
    const colour = await page.evaluate<string>(`getComputedStyle(document.body).${property}`);
    const [red = 0, green = 0, blue = 0] = colour.match(/[\d.]+/g)?.map(Number) ?? [];
    return (red + green + blue) / 3;
  }

  it('sends a test request to the service address when opened under another host name', async () => {
    const { page, problems } = await open(service.url.replace('127.0.0.1', 'localhost'), desktop);
    const tried = page.waitForResponse(`${service.url}/v1/config`);
    await page.getByRole('button', { name: /^Facts/ }).click();
    await page.getByRole('button', { name: /^Test Request.*\/v1\/config/ }).click();
    await page.getByRole('button', { name: /^Send get request/ }).click();
    expect((await tried).status()).toBe(200);
    await page.getByText('200 OK').first().waitFor();
    expect(problems).toEqual([]);
    await page.close();
  });

  it('blocks requests to other origins, even from a script of the page', async () => {
    const { page } = await open(service.url, desktop);
    const elsewhere = service.url.replace('127.0.0.1', 'localhost');
    const outcome = await page.evaluate(
      `fetch('${elsewhere}/v1/config').then(() => 'answered', (error) => error.name)`,
    );
    expect(outcome).toBe('TypeError');
    await page.close();
  });
});
