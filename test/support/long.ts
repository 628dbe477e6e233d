import { relative } from 'node:path';
import { expect } from '@jest/globals';

/** The suites that run in their long form: those that `.ci/run` finds due, or all by `npm run test:long`. */
const IN_LONG_FORM = (process.env['LONG_TESTS'] ?? '').split(' ');
const IS_LONG = IN_LONG_FORM.includes(relative(process.cwd(), expect.getState().testPath ?? ''));

/** How much of something a suite does: both forms reach the same places and assert the same, the long one more often. */
export function inLongRun<T>(long: T, short: T): T {
  return IS_LONG ? long : short;
}

/** The same, unless a variable of the environment says how much: it may be far more. */
export function repeats(variable: string, long: number, short: number): number {
  return Number(process.env[variable] ?? inLongRun(long, short));
}
