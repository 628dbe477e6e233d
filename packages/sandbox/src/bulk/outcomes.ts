import { FlakyCounter, forcedOutcome, SLOW_MS } from '../forced-outcomes.js';

/**
 * Outcomes of the forced names for registers that have no server, in the terms of the fake that
 * replaces it.
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
