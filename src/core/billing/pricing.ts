import type { Tier } from '../registries/jurisdiction.js';
import { invalid } from '../invalid-request.js';
import type { WayIn } from '../answers/record.js';
import type { Charge, Operation, Spender } from './charge.js';

/** Prices in credits (contract, section 4.9). */
export const PRICES = { quick: 1, deep: 15, deepForceRefresh: 25, searchPerJurisdiction: 2, history: 5 } as const;

/** `1 credit`, `2 credits`. */
export function inCredits(amount: number): string {
  return amount === 1 ? '1 credit' : `${amount} credits`;
}

export interface Purchase {
  tier: Tier;
  /** The answer must come from the register now; `true` only if that was paid for. */
  fresh: boolean;
  operation: Operation;
  amountCredits: number;
}

/**
 * Returns the purchase of a verification. Deep falls back to quick where the register offers no
 * deep data, and a forced refresh exists only for deep (contract, section 4.2 rule 5).
 */
export function priceVerification(asked: { tier: Tier; forceRefresh: boolean }, offered: readonly Tier[]): Purchase {
  if (asked.tier === 'quick' || !offered.includes('deep')) return priceOf('quick');
  return asked.forceRefresh
    ? { tier: 'deep', fresh: true, operation: 'verify_deep_force_refresh', amountCredits: PRICES.deepForceRefresh }
    : priceOf('deep');
}

function priceOf(tier: Tier): Purchase {
  return { tier, fresh: false, operation: `verify_${tier}`, amountCredits: PRICES[tier] };
}

export const SEARCH_PURCHASE = { operation: 'search', amountCredits: PRICES.searchPerJurisdiction } as const;

/**
 * Throws `VALIDATION_ERROR` naming the price when the request could cost more than `maxCredits`.
 */
export function requireWithin(maxCredits: number | undefined, priceCredits: number): void {
  if (maxCredits === undefined || priceCredits <= maxCredits) return;
  const rule = `must be at least ${priceCredits}, for this request can cost ${inCredits(priceCredits)}; it is ${maxCredits}`;
  throw invalid('max_credits', rule, {
    remark: 'Nothing was charged.',
    details: { required: priceCredits, max_credits: maxCredits },
    suggestion: 'Raise max_credits, or ask for less.',
  });
}

/**
 * The answer paid for. At most one of `searchId`, `batchRow` and `watchId` is set: what requested
 * it.
 */
export interface ChargedAnswer extends Pick<
  Charge,
  'jobId' | 'searchId' | 'batchRow' | 'watchId' | 'entityId' | 'reference' | 'record'
> {
  jurisdiction: string;
  tier: Tier;
  entityName: string | undefined;
  /** Set when it differs from the plain price of the tier. */
  purchase?: Pick<Purchase, 'operation' | 'amountCredits'>;
}

/** `via`: what asked for an answer that belongs to no search, file or watch. */
export function verificationCharge(
  { accountId, keyId, grantId, via }: Spender & { via?: WayIn },
  charged: ChargedAnswer,
): Charge {
  const { jobId, searchId, batchRow, watchId, entityId, entityName, jurisdiction, tier, reference, record, purchase } =
    charged;
  const { operation, amountCredits } = purchase ?? priceOf(tier);
  return {
    accountId,
    keyId,
    grantId,
    jobId,
    searchId,
    batchRow,
    watchId,
    entityId,
    entityName,
    jurisdiction,
    tier,
    via: wayIn(charged) ?? via,
    reference,
    record,
    operation,
    amountCredits,
    description: descriptionOf(charged),
  };
}

function wayIn({ searchId, batchRow, watchId }: ChargedAnswer): WayIn | undefined {
  if (searchId) return 'search';
  if (watchId) return 'watch';
  return batchRow && 'batch';
}

function descriptionOf({ tier, jurisdiction, entityId, searchId, batchRow, watchId }: ChargedAnswer): string {
  if (searchId) return `Search in ${jurisdiction}`;
  if (watchId) return `Check (${tier}) of ${entityId}`;
  const verification = `Verification (${tier}) in ${jurisdiction}`;
  return batchRow ? `${verification}: line ${batchRow.line} of a batch` : verification;
}
