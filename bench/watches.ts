import type { Bench } from './bench.js';
import type { Report } from './report.js';
import { measureEditions } from './watch-editions.js';
import { measureNeighbours } from './watch-neighbours.js';
import { measureSweeps } from './watch-sweeps.js';
import { measureYears } from './watch-years.js';

/**
 * Measures watches in large numbers and in a mirrored register, and checks that they work correctly
 * meanwhile.
 */
export async function benchWatches(bench: Bench): Promise<Report> {
  const figures = [
    ...(await measureSweeps(bench)),
    ...(await measureEditions(bench)),
    ...(await measureNeighbours(bench)),
  ];
  const title = `Watches of every tenth of ${bench.rows.toLocaleString('en-US')} records`;
  return { path: 'watches', title, sides: [], figures };
}

/** Measures watches over a long period of sandbox time. */
export async function benchWatchYears(bench: Bench): Promise<Report> {
  const title = `${bench.days.toLocaleString('en-US')} days of weekly watches, told twice alike`;
  return { path: 'watch-years', title, sides: [], figures: await measureYears(bench) };
}
