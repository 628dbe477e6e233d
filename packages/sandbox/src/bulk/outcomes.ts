import { FlakyCounter, forcedOutcome, SLOW_MS } from '../forced-outcomes.js';

/**
 * What a forced name does to a register that has no server of its own, in the words of what stands
 * in for one.
 */
export function bulkOutcomes(flaky = new FlakyCounter()) {
  return (code: string, name: string) => {
    const outcome = forcedOutcome(name);
    if (outcome === undefined || outcome === 'somewhere') return undefined;
    if (outcome === 'slow') return { delayMs: SLOW_MS };
    if (outcome === 'flaky') return flaky.fails(code) ? ({ fails: 'unavailable' } as const) : undefined;
    return { fails: outcome };
  };
}
