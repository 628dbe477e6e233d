import type { Bench } from '../bench.js';
import { figure, type Figure, type Report } from '../report.js';
import { ratioOf, type Side } from '../slices.js';
import { compareEdge } from './edge.js';
import { compareJobs } from './jobs.js';
import { compareMatching } from './matching.js';
import { compareNames } from './names.js';

/**
 * Compares the service with what people would use instead, on the same data, machine and run: for
 * HTTP, for jobs, for finding names, and for comparing two.
 */
export async function benchPeers(bench: Bench): Promise<Report> {
  const edge = await compareEdge(bench);
  await bench.stage.clear();
  const jobs = await compareJobs(bench);
  await bench.stage.clear();
  const names = await compareNames(bench);
  const matching = await compareMatching(bench);
  return {
    path: 'peers',
    title: 'What people would use instead',
    sides: [...edge, ...jobs],
    figures: [...ratios(edge), ...ratios(jobs), ...names, ...matching],
  };
}

function ratios([ours, ...others]: Side[]): Figure[] {
  return others.map((other) =>
    figure('peers', `${other.name}: the service's rate against it`, ratioOf(ours!, other) ?? 0),
  );
}
