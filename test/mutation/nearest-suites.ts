import path from 'node:path';
import { importsOf, suites, suitesNear } from '../../scripts/suites.mjs';

/** They measure, draw, or need what is not here: none of them is about one line. */
const UNFIT = /^test\/(bench|chaos|containers|browser|pictures|fuzz|mutation)\//;
/** What a suite costs, in steps of distance: of two that are as near, the cheaper goes first. */
const COSTS: Record<string, number> = {
  http: 1,
  console: 1,
  reference: 3,
  commands: 3,
  agents: 2,
  operations: 5,
  journeys: 5,
};
/** What is written down about all routes, and checked in one place. */
const DOCUMENTED = /\.(openapi|dto|request|response)\.ts$|\/openapi\//;
/** As far as this, a file is reached through the wiring, by every suite that starts the service. */
const FAR = 4;
/** Of what only the program itself wires. */
const WHOLE = ['test/smoke/program.spec.ts'];
const DOCUMENT_SUITES = ['test/reference/client-types.spec.ts', 'test/reference/coverage.spec.ts'];
/** Without the plural, as `wordsOf` has them. */
const LAYER_WORDS = new Set('src test core module adapter postgre http client tsx ts spec page controller'.split(' '));

/** At most so many, the likeliest to notice a fault in the file first. */
export function nearestSuites(file: string, limit: number): string[] {
  const near = new Set(suitesNear([file]));
  const documents = new Set(DOCUMENTED.test(file) ? DOCUMENT_SUITES : []);
  const steps = stepsTo(file);
  const rank = (suite: string) =>
    commonWords(file, suite) * 2 -
    costOf(suite) +
    (near.has(suite) ? 2 : 0) +
    (documents.has(suite) ? 9 : 0) -
    Math.min(steps.get(suite) ?? FAR, FAR);
  return suites()
    .filter((suite) => !UNFIT.test(suite) && (steps.has(suite) || near.has(suite) || documents.has(suite)))
    .map((suite) => ({ suite, rank: rank(suite) }))
    .toSorted((a, b) => b.rank - a.rank)
    .map(({ suite }) => suite)
    .concat(WHOLE)
    .slice(0, limit);
}

function costOf(suite: string): number {
  return COSTS[suite.split('/')[1]!] ?? 0;
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
