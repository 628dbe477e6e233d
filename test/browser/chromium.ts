import { existsSync } from 'node:fs';
import { describe, it } from '@jest/globals';
import { chromium, type Browser } from 'playwright-core';

const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) =>
  existsSync(path),
);
const required = process.env['CI'] === 'true';
const skipped = !executablePath && !required;
if (skipped) it.todo('skipped: no Chromium');

/** Like `describe`, where there is a real browser; in CI it fails without one. */
export const describeInChromium = skipped ? describe.skip : describe;

export function launchChromium(...args: string[]): Promise<Browser> {
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage', ...args] });
}
