const IS_LONG = process.env['LONG'] === '1';

/**
 * Chooses the amount of work in a suite. Both forms reach the same places and assert the same; the
 * long one does so more often.
 */
export function inLongRun<T>(long: T, short: T): T {
  return IS_LONG ? long : short;
}

/** Like `inLongRun`, unless an environment variable sets the number, which may be far larger. */
export function repeats(variable: string, long: number, short: number): number {
  return Number(process.env[variable] ?? inLongRun(long, short));
}
