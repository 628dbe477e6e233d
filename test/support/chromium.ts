import { existsSync } from 'node:fs';
import { chromium, type Browser, type Page } from 'playwright-core';
import type { Service } from './harness.js';
import { IN_VAIN_MS } from './until.js';
import { describeWhere } from './where.js';

/** The headless shell uses half the processor time of the full browser. */
const executablePath = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']
  .map((name) => `/usr/bin/${name}`)
  .find((path) => existsSync(path));
const required = process.env['CI'] === 'true';

/** Runs the suite where a real browser is installed. In CI it fails without one. */
export const describeInChromium = describeWhere(executablePath !== undefined || required, 'no Chromium');

export async function launchChromium(...args: string[]): Promise<Browser> {
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage', ...args] });
  browser.on('context', (context) => context.setDefaultTimeout(IN_VAIN_MS));
  return browser;
}

export async function signInByCode(page: Page, service: Service, email: string): Promise<void> {
  await page.fill('form:first-of-type input[name=email]', email);
  await page.click('button[value=send]');
  await page.waitForSelector('input[name=code]');
  await page.fill('input[name=code]', service.codeFor(email));
  await page.click('button[value=verify]');
}
