import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';
import { describeWhere } from '../support/where.js';

/** The shell takes half the processor time of the whole browser. */
const executablePath = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']
  .map((name) => `/usr/bin/${name}`)
  .find((path) => existsSync(path));
const required = process.env['CI'] === 'true';

/** Like `describe`, where there is a real browser; in CI it fails without one. */
export const describeInChromium = describeWhere(executablePath !== undefined || required, 'no Chromium');

export function launchChromium(...args: string[]): Promise<Browser> {
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage', ...args] });
}
