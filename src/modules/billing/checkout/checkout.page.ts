import { createHmac, timingSafeEqual } from 'node:crypto';
import { findPackage } from '../../../core/billing/packages.js';
import { inCredits } from '../../../core/billing/pricing.js';
import type { Payment } from '../../../core/billing/payment.js';
import type { TestCheckout } from '../../../core/billing/read-test-checkout.js';
import { escapeHtml } from '../../http/answers/html-page.js';

const NOTE = '<p class="note"><strong>Test checkout.</strong> No money moves here, whatever you press.</p>';

export function checkoutTitle({ payment: { status }, expired }: TestCheckout): string {
  if (status === 'paid') return 'Paid';
  if (status === 'cancelled') return 'Cancelled';
  return expired || status === 'failed' ? 'This checkout has ended' : 'Buy credits';
}

export function checkoutBody({ payment, expired }: TestCheckout, token: string): string {
  const { status, amountCredits } = payment;
  if (status === 'paid')
    return `${NOTE}<p id="outcome">${inCredits(amountCredits)} ${amountCredits === 1 ? 'was' : 'were'} added to the account.</p>
${summary(payment)}${wayOn(ENTRY)}`;
  if (status !== 'open' || expired) return `${NOTE}<p id="outcome">Nothing was bought.</p>${wayOn(ENTRY)}`;
  return `${NOTE}
${summary(payment)}
<form method="post">
<input type="hidden" name="token" value="${escapeHtml(token)}">
<button class="first" name="button" value="pay">Pay</button>
<button name="button" value="cancel">Cancel</button>
</form>`;
}

/** The links after a checkout; `entry` is the relative path of the entry page. */
export function wayOn(entry: string): string {
  return `<p>Billing shows the balance and each payment. If another program sent you here, you can close this page and go back to it.</p>
<ul class="plain"><li><a href="${entry}console/billing">Billing</a></li><li><a href="${entry}console/verify">Verify a business</a></li><li><a href="${entry}console">Overview</a></li><li><a href="${entry}">Start page</a></li></ul>`;
}

/**
 * Proves that a form was submitted from our own page: another site can submit a form to us, but
 * cannot read this token.
 */
export class CheckoutForm {
  constructor(private readonly secret: string) {}

  token(sessionId: string): string {
    return createHmac('sha256', this.secret).update(`checkout form ${sessionId}`).digest('base64url');
  }

  accepts(sessionId: string, token: string): boolean {
    const [expected, given] = [Buffer.from(this.token(sessionId)), Buffer.from(token)];
    return expected.length === given.length && timingSafeEqual(expected, given);
  }
}

const ENTRY = '../../';

function summary({ packageId, amountCredits, priceCents }: Payment): string {
  return `<dl class="sum">
<dt>Package</dt><dd>${escapeHtml(findPackage(packageId)?.name ?? packageId)}</dd>
<dt>Credits</dt><dd>${amountCredits}</dd>
<dt>Each</dt><dd>USD ${(priceCents / 100 / amountCredits).toFixed(3)}</dd>
<dt class="total">Total</dt><dd class="total">USD ${(priceCents / 100).toFixed(2)}</dd>
</dl>`;
}
