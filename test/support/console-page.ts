import { mkdirSync } from 'node:fs';
import type { BrowserContext, Page, Response } from 'playwright-core';
import { expectAccessible } from './accessible.js';

/** Folder for screenshots: `SCREENSHOTS=folder npx jest test/console/in-browser`. */
const PICTURES = process.env['SCREENSHOTS'];
const MAX_BYTES = 60_000;

/** Takes screenshots of the page in light and dark, if `SCREENSHOTS` is set. */
export async function picture(page: Page, name: string): Promise<void> {
  if (PICTURES === undefined) return;
  mkdirSync(PICTURES, { recursive: true });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.screenshot({ path: `${PICTURES}/${name}-${colorScheme}.png`, fullPage: true });
  }
}

/**
 * Expects an accessible, small page on phone and desktop, in light and dark, that contacts no other
 * host and breaks no policy.
 */
export async function expectWellMade(
  context: BrowserContext,
  url: string,
  name: string,
  missing = false,
): Promise<void> {
  const page = await context.newPage();
  const problems: string[] = [];
  const bodies: Promise<Buffer>[] = [];
  const weigh = (response: Response) => {
    if (!response.url().startsWith('data:')) bodies.push(response.body());
  };
  const hosts = new Set<string>();
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('request', (request) => {
    if (!request.url().startsWith('data:')) hosts.add(new URL(request.url()).origin);
  });
  page.on('response', weigh);
  await page.goto(url);
  // Later responses, such as the balance, may be cut off with the page.
  page.off('response', weigh);
  const bytes = (await Promise.all(bodies)).reduce((sum, body) => sum + body.length, 0);
  expect({ url, hosts: [...hosts] }).toEqual({ url, hosts: [new URL(url).origin] });
  expect({ url, light: bytes <= MAX_BYTES }).toEqual({ url, light: true });
  await expectAccessible(page);
  await picture(page, name);
  const ofThePage = missing ? problems.filter((problem) => !problem.includes('404')) : problems;
  expect({ url, problems: ofThePage }).toEqual({ url, problems: [] });
  await page.close();
}
