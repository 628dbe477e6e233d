import { holds } from './checker.js';
import type { Neighbour } from './neighbour.js';
import type { Outcome } from './run.js';

export function summary(outcome: Outcome): string {
  const { verdict, latency, neighbour, faults, complaints } = outcome;
  const { lost, doubled, unanswered, wrong } = verdict;
  const kinds = new Map<string, number>();
  for (const { fault } of faults) kinds.set(fault, (kinds.get(fault) ?? 0) + 1);
  const pauseS = (outcome.longestPauseMs / 1_000).toFixed(1);
  return [
    '',
    `${faults.length} faults in ${outcome.seconds} s, the longest pause between the beginnings of two ${pauseS} s:`,
    ...[...kinds].map(([fault, times]) => `  ${String(times).padStart(3)} × ${fault}`),
    `${outcome.requests} requests, ${outcome.jobs} jobs, ${outcome.webhooks} webhooks`,
    `answers to every try: ${Object.entries(outcome.answers)
      .map(([status, times]) => `${times} × ${status}`)
      .join(', ')}`,
    `lost ${lost.length}, doubled ${doubled.length}, unanswered ${unanswered.length}, wrong ${wrong.length}`,
    ...[...lost, ...doubled, ...unanswered, ...wrong, ...complaints].slice(0, 50).map((what) => `  ! ${what}`),
    `known answers between the faults: p50 ${ms(latency.p50Ms)}, p99 ${ms(latency.p99Ms)} (${latency.samples} of them; wanted: p99 under 100 ms)`,
    ...(neighbour ? [neighbourSummary(neighbour)] : []),
    holds(verdict) && complaints.length === 0 ? 'Every promise was kept.' : 'Promises were broken: see above.',
    '',
  ].join('\n');
}

export function neighbourSummary(neighbour: Neighbour): string {
  const { samplesAlone, p99AloneMs, samplesBeside, p99BesideMs, risePercent } = neighbour;
  return (
    `beside 1,000 parallel requests of another account: p99 ${ms(p99AloneMs)} alone (${samplesAlone}), ` +
    `${ms(p99BesideMs)} beside it (${samplesBeside}): ${risePercent.toFixed(0)} % more`
  );
}

/** A rise above this multiple of the rise between two bare programs is caused by the service. */
const MAX_OF_FLOOR = 1.2;

/**
 * Compares how much a neighbour raises another's p99 at the service with the rise between two bare
 * programs.
 */
export function neighbourVerdict({ service, floor }: Record<'service' | 'floor', Neighbour>): string {
  const [rise, bareRise] = [riseOf(service), riseOf(floor)];
  const most = bareRise * MAX_OF_FLOOR;
  const held = rise <= most ? 'held' : 'not held';
  return `raised by ${ms(rise)}, between two bare programs by ${ms(bareRise)} (goal: at most ${ms(most)}; ${held})`;
}

function riseOf({ p99AloneMs, p99BesideMs }: Neighbour): number {
  return p99BesideMs - p99AloneMs;
}

function ms(value: number): string {
  return `${value.toFixed(1)} ms`;
}
