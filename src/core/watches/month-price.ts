import { requireConfirmed } from '../accounts/caller-limits.js';
import { PRICES } from '../billing/pricing.js';
import type { ConfirmationLimit } from '../confirmations/threshold.js';
import { mostChecksInMonth } from './schedule/schedule.js';
import type { Watch } from './watch.js';

type Costing = Pick<Watch, 'every' | 'tier' | 'maxCreditsPerMonth'>;

/** Returns the most credits that the scheduled checks of a watch cost in a calendar month. */
export function mostInMonth({ every, tier, maxCreditsPerMonth }: Costing): number {
  const uncapped = mostChecksInMonth(every) * PRICES[tier];
  return Math.min(uncapped, maxCreditsPerMonth ?? uncapped);
}

/**
 * Throws `FORBIDDEN` when a month of checks could cost more than the caller may spend unconfirmed.
 * The caller confirms with the cap, which bounds the watch from then on. `isMirrored`: the editions
 * decide how often it is checked, daily at most.
 */
export function requireConfirmedMonth(limits: ConfirmationLimit, watch: Costing, isMirrored: boolean): void {
  const { maxCreditsPerMonth } = watch;
  const most = mostInMonth({ ...watch, every: isMirrored ? '1d' : watch.every });
  requireConfirmed(limits, most, maxCreditsPerMonth, 'confirm_monthly_cost');
}
