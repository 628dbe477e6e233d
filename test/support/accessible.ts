import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import type { Page } from 'playwright-core';

export const AXE = readFileSync(createRequire(resolve('package.json')).resolve('axe-core/axe.min.js'), 'utf8');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

interface View {
  width: number;
  scheme: 'light' | 'dark';
  /**
   * Options of axe; `undefined`: axe does not run. Overflow and colour scheme are checked in every
   * view.
   */
  run?: { runOnly: string[] } | { runOnly: { type: 'rule'; values: string[] } };
}

const ALL = { runOnly: RULES };
/**
 * The markup is the same in all views: all rules run once, and the rule that depends on colour runs
 * once more.
 */
const VIEWS: View[] = [
  { width: 390, scheme: 'light', run: ALL },
  { width: 768, scheme: 'light' },
  { width: 1280, scheme: 'dark', run: { runOnly: { type: 'rule', values: ['color-contrast'] } } },
  { width: 1680, scheme: 'light' },
];
export const EVERY_VIEW: View[] = [390, 768, 1280, 1680].flatMap((width) => [
  { width, scheme: 'light', run: ALL },
  { width, scheme: 'dark', run: ALL },
]);

interface Violation {
  id: string;
  nodes: { html: string; failureSummary: string }[];
}

/**
 * Expects no WCAG 2.2 AA violation, no horizontal overflow and the right colour scheme, from a
 * phone to a wide desktop.
 */
export async function expectAccessible(page: Page, views = VIEWS): Promise<void> {
  // Not subject to the page's policy, which blocks foreign scripts.
  await page.evaluate(AXE);
  for (const { width, scheme, run } of views) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme: scheme });
    if (run) await expectNoViolation(page, { width, scheme, run });
    const wider = await page.evaluate<string[]>(`[...document.querySelectorAll('main *, header *')]
      .filter((each) => each.getBoundingClientRect().right > innerWidth)
      .map((each) => each.outerHTML.slice(0, 80))`);
    const overhang = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
    expect({ url: page.url(), width, wider: overhang > 0 ? wider : [] }).toEqual({ url: page.url(), width, wider: [] });
    expect((await paper(page)) > 127).toBe(scheme === 'light');
  }
}

async function expectNoViolation(page: Page, { width, scheme, run }: View): Promise<void> {
  const { violations, passes } = await page.evaluate<{ violations: Violation[]; passes: { id: string }[] }>(
    `axe.run(document, ${JSON.stringify(run)})`,
  );
  const found = violations.map(({ id, nodes }) => ({ id, nodes: nodes.map((node) => node.failureSummary) }));
  expect({ url: page.url(), width, scheme, found }).toEqual({ url: page.url(), width, scheme, found: [] });
  const seen = run === ALL ? ['color-contrast', 'document-title', 'region'] : ['color-contrast'];
  expect(passes.map(({ id }) => id)).toEqual(expect.arrayContaining(seen));
}

/** Returns the brightness of the background, from 0 to 255. */
async function paper(page: Page): Promise<number> {
  const colour = await page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
  const [red = 0, green = 0, blue = 0] = colour.match(/[\d.]+/g)?.map(Number) ?? [];
  return (red + green + blue) / 3;
}
