const IS_LONG = process.env['LONG'] === '1';

/** How much of something a suite does: both forms reach the same places and assert the same, the long one more often. */
export function inLongRun<T>(long: T, short: T): T {
  return IS_LONG ? long : short;
}

/** The same, unless a variable of the environment says how much: it may be far more. */
export function repeats(variable: string, long: number, short: number): number {
  return Number(process.env[variable] ?? inLongRun(long, short));
}
