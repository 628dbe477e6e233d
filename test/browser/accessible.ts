import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';

export const AXE = readFileSync(createRequire(resolve('package.json')).resolve('axe-core/axe.min.js'), 'utf8');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const VIEWS = [
  { width: 390, scheme: 'light' },
  { width: 390, scheme: 'dark' },
  { width: 768, scheme: 'light' },
  { width: 1280, scheme: 'light' },
  { width: 1280, scheme: 'dark' },
  { width: 1680, scheme: 'light' },
] as const;

interface Violation {
  id: string;
  nodes: { html: string; failureSummary: string }[];
}

/** From a phone to a wide desktop, light and dark: no violation of WCAG 2.2 AA, nothing that sticks out, dark where dark is wanted. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const { width, scheme } of VIEWS) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme: scheme });
    // Not subject to the policy of the page, which runs no script of others.
    await page.evaluate(AXE);
    const { violations, passes } = await page.evaluate<{ violations: Violation[]; passes: { id: string }[] }>(
      `axe.run(document, { runOnly: ${JSON.stringify(RULES)} })`,
    );
    const found = violations.map(({ id, nodes }) => ({ id, nodes: nodes.map((node) => node.failureSummary) }));
    expect({ url: page.url(), width, scheme, found }).toEqual({ url: page.url(), width, scheme, found: [] });
    expect(passes.map(({ id }) => id)).toEqual(expect.arrayContaining(['color-contrast', 'document-title', 'region']));
    const wider = await page.evaluate<string[]>(`[...document.querySelectorAll('main *, header *')]
      .filter((each) => each.getBoundingClientRect().right > innerWidth)
      .map((each) => each.outerHTML.slice(0, 80))`);
    const overhang = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
    expect({ url: page.url(), width, wider: overhang > 0 ? wider : [] }).toEqual({ url: page.url(), width, wider: [] });
    expect((await paper(page)) > 127).toBe(scheme === 'light');
  }
}

/** From 0 to 255. */
async function paper(page: Page): Promise<number> {
  const colour = await page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
  const [red = 0, green = 0, blue = 0] = colour.match(/[\d.]+/g)?.map(Number) ?? [];
  return (red + green + blue) / 3;
}
