import type { Bench } from './bench.js';
import type { Report } from './report.js';
import { measureEditions } from './watch-editions.js';
import { measureNeighbours } from './watch-neighbours.js';
import { measureSweeps } from './watch-sweeps.js';
import { measureYears } from './watch-years.js';

/** Watches in large numbers, and in a mirrored register. Each is proved while it is measured. */
export async function benchWatches(bench: Bench): Promise<Report> {
  const figures = [
    ...(await measureSweeps(bench)),
    ...(await measureEditions(bench)),
    ...(await measureNeighbours(bench)),
  ];
  const title = `Watches of every tenth of ${bench.rows.toLocaleString('en-US')} records`;
  return { path: 'watches', title, sides: [], figures };
}

/** Watches through a long story of the sandbox. */
export async function benchWatchYears(bench: Bench): Promise<Report> {
  const title = `${bench.days.toLocaleString('en-US')} days of weekly watches, told twice alike`;
  return { path: 'watch-years', title, sides: [], figures: await measureYears(bench) };
}
