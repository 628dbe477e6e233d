import type { Tier } from '../registries/jurisdiction.js';
import { InvalidRequest, problem } from '../invalid-request.js';

/** Prices in credits (contract, section 4.9). */
export const PRICES = { quick: 1, deep: 15, deepForceRefresh: 25, searchPerJurisdiction: 2, history: 5 } as const;

/** `1 credit`, `2 credits`. */
export function inCredits(amount: number): string {
  return amount === 1 ? '1 credit' : `${amount} credits`;
}

/** What a credit was spent on, as usage reports name it. */
export type Operation = 'verify_quick' | 'verify_deep' | 'verify_deep_force_refresh' | 'search' | 'history';

export interface Purchase {
  tier: Tier;
  /** Whether the answer must come from the register now; true only where that was paid for. */
  fresh: boolean;
  operation: Operation;
  amountCredits: number;
}

/**
 * What a verification buys. Deep falls back to quick where the register offers no deep data, and a
 * forced refresh is part of deep alone (contract, section 4.2 rule 5).
 */
export function priceVerification(asked: { tier: Tier; forceRefresh: boolean }, offered: readonly Tier[]): Purchase {
  if (asked.tier === 'quick' || !offered.includes('deep')) {
    return { tier: 'quick', fresh: false, operation: 'verify_quick', amountCredits: PRICES.quick };
  }
  return asked.forceRefresh
    ? { tier: 'deep', fresh: true, operation: 'verify_deep_force_refresh', amountCredits: PRICES.deepForceRefresh }
    : { tier: 'deep', fresh: false, operation: 'verify_deep', amountCredits: PRICES.deep };
}

/**
 * Throws `VALIDATION_ERROR` naming the price when the request could cost more than its sender is
 * ready to pay.
 */
export function requireWithin(
  maxCredits: number | undefined,
  priceCredits: number,
  location: 'body' | 'query' = 'body',
): void {
  if (maxCredits === undefined || priceCredits <= maxCredits) return;
  const rule = `must be at least ${priceCredits}, for this request can cost ${inCredits(priceCredits)}; it is ${maxCredits}`;
  const tooLittle = problem(location, 'max_credits', rule);
  throw new InvalidRequest(tooLittle, {
    message: `${tooLittle.message} Nothing was charged.`,
    details: { required: priceCredits, max_credits: maxCredits },
    suggestion: 'Raise max_credits, or ask for less.',
  });
}
