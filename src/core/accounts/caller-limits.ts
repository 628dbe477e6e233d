import { AppError, quoted } from '../errors.js';
import type { Id } from '../ids.js';
import { inCredits } from '../billing/pricing.js';
import type { ConfirmationLimit, ConfirmationRequired } from '../confirmations/threshold.js';
import type { Tier } from '../registries/jurisdiction.js';

/** Restrictions of a key; `undefined` allows everything. */
export interface Restrictions {
  jurisdictions: readonly string[] | undefined;
  tiers: readonly Tier[] | undefined;
}

/** A caller's limits besides the account's balance. */
export interface CallerLimits extends Restrictions, ConfirmationLimit {
  /** Budgets that apply to its charges. Only the ledger knows how much is left. */
  budgets: { ofKey: boolean; ofGrant: boolean };
}

/** The key and the grant that a charge counts towards. */
export interface Holder {
  keyId: Id<'key'> | undefined;
  grantId: string | undefined;
}

export interface LimitedCaller extends Holder {
  limits: CallerLimits;
}

export function hasBudget({ budgets }: CallerLimits): boolean {
  return budgets.ofKey || budgets.ofGrant;
}

function isLimited(limits: CallerLimits): boolean {
  const { jurisdictions, tiers, confirmAbove } = limits;
  return hasBudget(limits) || jurisdictions !== undefined || tiers !== undefined || confirmAbove !== undefined;
}

/**
 * Returns how many of what an account may have at once this caller may fill: with limits half, so
 * that the owner always has the other half.
 */
export function shareOf(limits: CallerLimits, most: number): number {
  return isLimited(limits) ? Math.floor(most / 2) : most;
}

/** Throws `FORBIDDEN` for a caller with limits: with access to the account it could lift them. */
export function requireUnlimited(limits: CallerLimits): void {
  if (!isLimited(limits)) return;
  throw new AppError('FORBIDDEN', {
    message: 'A key with limits, or an application with a budget, may not change the account.',
    suggestion: "Ask the account's owner to do it with a key without limits.",
  });
}

/**
 * Throws `FORBIDDEN` unless a limited caller acts on its own resources, so that it cannot bypass
 * its limits through what others started. A key with limits may act on what that key created; an
 * application with limits on what counts towards its grant.
 */
export function requireOwn(caller: LimitedCaller, made: Holder): void {
  const { budgets, jurisdictions, tiers, confirmAbove } = caller.limits;
  const mustConfirm = confirmAbove !== undefined;
  const isKey = caller.keyId !== undefined;
  const keyIsLimited = budgets.ofKey || jurisdictions !== undefined || tiers !== undefined || (mustConfirm && isKey);
  const grantIsLimited = budgets.ofGrant || (mustConfirm && !isKey);
  const isForeign =
    (keyIsLimited && made.keyId !== caller.keyId) || (grantIsLimited && made.grantId !== caller.grantId);
  if (!isForeign) return;
  throw new AppError('FORBIDDEN', {
    message: 'A key or an application with limits may act only on what it created.',
    suggestion: "Ask the account's owner to do it with a key without limits.",
  });
}

/**
 * Returns whether a key may ask the register of a jurisdiction, or its mirror. What the account has
 * asked for already, each of its keys may read.
 */
export function mayAsk({ jurisdictions }: Restrictions, code: string): boolean {
  return !jurisdictions || jurisdictions.includes(code);
}

/**
 * Throws `FORBIDDEN` naming the first jurisdiction, or the tier, that the caller may not query.
 * `tier` is the requested tier, whatever the register offers; `undefined` if there is none.
 */
export function requireAllowed(limits: Restrictions, jurisdictions: readonly string[], tier: Tier | undefined): void {
  const { jurisdictions: allowed, tiers } = limits;
  const jurisdiction = jurisdictions.find((code) => !mayAsk(limits, code));
  if (jurisdiction !== undefined) throw forbidden('jurisdiction', jurisdiction, allowed ?? []);
  if (tier !== undefined && tiers && !tiers.includes(tier)) throw forbidden('tier', tier, tiers);
}

/**
 * Returns whether a key may still have this done: its limits may have changed since it was filed.
 * `tier` is the one that is charged. Where the register offers no deep data, deep was asked for as
 * well as quick.
 */
export function permits(
  { jurisdictions, tiers }: Restrictions,
  { jurisdiction, tier }: { jurisdiction: string; tier: Tier },
  offered: readonly Tier[],
): boolean {
  if (!mayAsk({ jurisdictions, tiers }, jurisdiction)) return false;
  return !tiers || tiers.includes(tier) || (tier === 'quick' && !offered.includes('deep'));
}

/**
 * Throws `FORBIDDEN` (details: reason `confirmation_required`, required) when the request could
 * cost more than the unconfirmed limit and the caller has not confirmed that amount.
 */
export function requireConfirmed(
  { confirmAbove, confirmedCredits }: ConfirmationLimit,
  priceCredits: number,
  maxCredits: number | undefined,
  nextStep: 'confirm_cost' | 'confirm_monthly_cost' = 'confirm_cost',
): void {
  if (confirmAbove === undefined || priceCredits <= confirmAbove) return;
  if (priceCredits <= (confirmedCredits ?? maxCredits ?? -1)) return;
  throw new AppError('FORBIDDEN', {
    message: `This request can cost ${inCredits(priceCredits)}, and more than ${inCredits(confirmAbove)} must be confirmed. Nothing was charged.`,
    details: { reason: 'confirmation_required' satisfies ConfirmationRequired, required: priceCredits },
    nextStep,
  });
}

function forbidden(what: 'jurisdiction' | 'tier', asked: string, allowed: readonly string[]): AppError {
  return new AppError('FORBIDDEN', {
    message: `This key may not ask for the ${what} ${quoted(asked)}. Nothing was charged.`,
    details: { [what]: quoted(asked), allowed: [...allowed] },
    nextStep: 'change_key',
  });
}
