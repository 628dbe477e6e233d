import path from 'node:path';
import { importsOf, suites, suitesNear } from '../../scripts/suites.mjs';

/** They measure, draw, or need what is not here: none of them is about one line. */
const UNFIT = /^test\/(bench|chaos|containers|browser|pictures|fuzz|mutation)\//;
/** Quick ones first: of two as near as each other, the cheaper. */
const ROOMS = ['core', 'contracts', 'adapters', 'http', 'console', 'sandbox', 'reference', 'commands', 'agents'];
/** What is written down about all routes, and checked in one place. */
const DOCUMENTED = /\.(openapi|dto|request|response)\.ts$|\/openapi\//;
const DOCUMENT_SUITES = ['test/reference/client-types.spec.ts', 'test/reference/coverage.spec.ts'];
const LAYER_WORDS = new Set(['src', 'test', 'core', 'modules', 'adapters', 'ts', 'tsx', 'spec', 'page', 'controller']);

/** At most so many, the likeliest to notice a fault in the file first. */
export function nearestSuites(file: string, limit: number): string[] {
  const near = new Set(suitesNear([file]));
  const documents = new Set(DOCUMENTED.test(file) ? DOCUMENT_SUITES : []);
  const steps = stepsTo(file);
  const rank = (suite: string) =>
    commonWords(file, suite) * 2 +
    (near.has(suite) ? 4 : 0) +
    (documents.has(suite) ? 9 : 0) -
    (steps.get(suite) ?? 12);
  return suites()
    .filter((suite) => !UNFIT.test(suite) && (steps.has(suite) || near.has(suite) || documents.has(suite)))
    .map((suite) => ({ suite, rank: rank(suite) }))
    .toSorted((a, b) => b.rank - a.rank || roomOf(a.suite) - roomOf(b.suite))
    .slice(0, limit)
    .map(({ suite }) => suite);
}

function roomOf(suite: string): number {
  const at = ROOMS.indexOf(suite.split('/')[1] ?? '');
  return at === -1 ? ROOMS.length : at;
}

function commonWords(file: string, suite: string): number {
  const words = wordsOf(suite);
  const own = new Set(wordsOf(path.posix.basename(file)));
  return [...new Set(wordsOf(file))]
    .filter((word) => words.includes(word))
    .reduce((sum, word) => sum + (own.has(word) ? 2 : 1), 0);
}

function wordsOf(name: string): string[] {
  return name
    .split(/[/.-]/)
    .map((word) => word.replace(/(?<=ch)es$|s$/, ''))
    .filter((word) => !LAYER_WORDS.has(word));
}

/** How many imports each suite is away from the file. */
function stepsTo(file: string): Map<string, number> {
  return new Map(
    suites().flatMap((suite) => {
      const distance = distanceBetween(suite, file);
      return distance === undefined ? [] : [[suite, distance]];
    }),
  );
}

function distanceBetween(suite: string, file: string): number | undefined {
  const steps = new Map([[suite, 0]]);
  for (const [at, step] of steps) {
    if (at === file) return step;
    for (const imported of importsOf(at)) if (!steps.has(imported)) steps.set(imported, step + 1);
  }
  return undefined;
}
