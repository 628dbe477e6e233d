import type { Bench } from './bench.js';
import type { Report } from './report.js';
import { measureEditions } from './watch-editions.js';
import { measureSweeps } from './watch-sweeps.js';
import { measureYears } from './watch-years.js';

/** Watches in large numbers, in a mirrored register, and through a long story of the sandbox. Each is proved while it is measured. */
export async function benchWatches(bench: Bench): Promise<Report> {
  const figures = [...(await measureSweeps(bench)), ...(await measureEditions(bench)), ...(await measureYears(bench))];
  return { path: 'watches', title: 'Watches', sides: [], figures };
}
