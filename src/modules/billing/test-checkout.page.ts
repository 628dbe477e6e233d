import { findPackage } from '../../core/billing/packages.js';
import type { Payment } from '../../core/billing/payment.js';
import { inCredits } from '../../core/billing/pricing.js';
import { escapeHtml } from '../http/html-page.js';

type Checkout = Payment & { expired: boolean };

const NOTE = '<p class="note"><strong>Test checkout.</strong> No money moves here, whatever you press.</p>';

export function checkoutTitle({ status, expired }: Checkout): string {
  if (status === 'paid') return 'Paid';
  if (status === 'cancelled') return 'Cancelled';
  return expired || status === 'failed' ? 'This checkout has ended' : 'Buy credits';
}

export function checkoutBody(checkout: Checkout, token: string): string {
  const { status, expired, amountCredits } = checkout;
  if (status === 'paid')
    return `${NOTE}<p id="outcome">${inCredits(amountCredits)} ${amountCredits === 1 ? 'was' : 'were'} added to the account.</p>`;
  if (status !== 'open' || expired) return `${NOTE}<p id="outcome">Nothing was bought.</p>`;
  return `${NOTE}
<p>${inCredits(amountCredits)}, the ${escapeHtml(packageName(checkout))} package, for USD ${(checkout.priceCents / 100).toFixed(2)}.</p>
<form method="post">
<input type="hidden" name="token" value="${escapeHtml(token)}">
<button name="button" value="pay">Pay</button>
<button name="button" value="cancel">Cancel</button>
</form>`;
}

function packageName({ packageId }: Checkout): string {
  return findPackage(packageId)?.name ?? packageId;
}
