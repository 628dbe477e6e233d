import StripeSdk from 'stripe';
import { z } from 'zod';
import { invalid, WHOLE, type InvalidRequest } from '../../core/invalid-request.js';
import type { PaidEvent, PaymentEvent, Reversal } from '../../core/billing/payment.js';
import { PaymentEvents } from '../../core/billing/ports.js';
import { parseId } from '../../core/ids.js';

/**
 * Stripe's webhook events. Stripe delivers each at least once, in no particular order. Each event
 * is interpreted on its own, so that nothing depends on an earlier one.
 * https://docs.stripe.com/webhooks
 */
export class StripeEvents extends PaymentEvents {
  constructor(
    private readonly stripe: StripeSdk,
    private readonly signingSecret: string,
  ) {
    super();
  }

  read(rawBody: string, signature: string | undefined): PaymentEvent | undefined {
    return readEvent(this.verified(rawBody, signature));
  }

  private verified(rawBody: string, signature: string | undefined): StripeSdk.Event {
    try {
      return this.stripe.webhooks.constructEvent(rawBody, signature ?? '', this.signingSecret);
    } catch (error) {
      throw invalid('signature', 'does not prove that Stripe sent this', {
        suggestion: 'Compare STRIPE_WEBHOOK_SECRET with the signing secret of the endpoint.',
        cause: error,
      });
    }
  }
}

const MAX_INT32 = 2_147_483_647;
const IDENTIFIER = z
  .string()
  .min(1)
  .max(255)
  .regex(/^[^\0]*$/);
const AMOUNT = z.int().min(0).max(MAX_INT32);
/** Validates events before they are acted on, whatever the shape of the Stripe objects. */
const SOUND_EVENT = z.discriminatedUnion('kind', [
  z.looseObject({
    kind: z.literal('paid'),
    sessionId: IDENTIFIER,
    paymentRef: IDENTIFIER,
    packageId: IDENTIFIER,
    paid: z.looseObject({ cents: AMOUNT, inAll: AMOUNT, currency: IDENTIFIER }).optional(),
  }),
  z.looseObject({ kind: z.enum(['failed', 'cancelled']), sessionId: IDENTIFIER }),
  z.looseObject({
    kind: z.literal('reversed'),
    reversal: z.looseObject({ reference: IDENTIFIER, paymentRef: IDENTIFIER, goneBefore: AMOUNT, goneAfter: AMOUNT }),
  }),
]);

/**
 * Throws `VALIDATION_ERROR` for anything signed by Stripe that its documentation does not describe:
 * with money, nothing is guessed.
 */
function readEvent(event: StripeSdk.Event): PaymentEvent | undefined {
  let read: PaymentEvent | undefined;
  try {
    read = asNotice(event);
  } catch (error) {
    throw notAnEvent(error);
  }
  const checked = read && SOUND_EVENT.safeParse(read);
  if (checked?.success === false) throw notAnEvent(checked.error);
  return read;
}

function notAnEvent(cause: unknown): InvalidRequest {
  return invalid(WHOLE, 'is not an event of Stripe as its documentation describes them', { cause });
}

function asNotice(event: StripeSdk.Event): PaymentEvent | undefined {
  const { type } = event;
  if (type === 'checkout.session.completed' || type === 'checkout.session.async_payment_succeeded') {
    return paid(event.data.object);
  }
  if (type === 'checkout.session.async_payment_failed') return { kind: 'failed', sessionId: event.data.object.id };
  if (type === 'charge.refunded') return refunded(event.data.object, event.data.previous_attributes, event.created);
  if (isOfRefund(type)) return refundState(event.data.object as StripeSdk.Refund);
  if (type === 'charge.dispute.closed' || type === 'charge.dispute.funds_reinstated') {
    return disputed(event.data.object, type);
  }
  return undefined;
}

/**
 * A session that is completed but not paid waits for a slow payment method, and will be reported
 * again.
 */
function paid(session: StripeSdk.Checkout.Session): PaymentEvent | undefined {
  const accountId = parseId('acc', session.metadata?.['account_id'] ?? '');
  const packageId = session.metadata?.['package_id'];
  if (session.payment_status !== 'paid' || !accountId || !packageId) return undefined;
  const paymentRef = idOf(session.payment_intent) ?? session.id;
  return { kind: 'paid', sessionId: session.id, paymentRef, accountId, packageId, paid: amountOf(session) };
}

/**
 * The subtotal is the price before discounts, and before taxes that are not part of it.
 * https://docs.stripe.com/api/checkout/sessions/object#checkout_session_object-amount_subtotal
 */
function amountOf(session: StripeSdk.Checkout.Session): PaidEvent['paid'] {
  const { amount_total: inAll, amount_subtotal: subtotal, total_details: details, currency } = session;
  if (typeof inAll !== 'number' || !currency) return undefined;
  const price = typeof subtotal === 'number' ? subtotal - (details?.amount_discount ?? 0) : undefined;
  return { cents: Math.min(inAll, price ?? inAll - (details?.amount_tax ?? 0)), inAll, currency };
}

/**
 * The sum so far is `amount_refunded`. The event also has the previous sum, and the two make a
 * step. After a failed refund, the same step may occur again at another time.
 */
function refunded(
  charge: StripeSdk.Charge,
  before: Partial<StripeSdk.Charge> | undefined,
  created: number | undefined,
): PaymentEvent | undefined {
  const paymentRef = idOf(charge.payment_intent);
  if (paymentRef === undefined) return undefined;
  return reversed({
    reference: [charge.id, charge.amount_refunded, ...(created === undefined ? [] : [created])].join(':'),
    paymentRef,
    reason: 'refund',
    goneBefore: before?.amount_refunded ?? 0,
    goneAfter: charge.amount_refunded,
  });
}

const OF_REFUNDS = ['refund.created', 'refund.updated', 'refund.failed', 'charge.refund.updated'];

function isOfRefund(type: string): boolean {
  return OF_REFUNDS.includes(type);
}

/**
 * A refund has failed if the payer's bank rejected it or it was cancelled. Stripe then has the
 * money back. https://docs.stripe.com/refunds#failed-refunds
 */
function refundState({ id, status, amount, payment_intent }: StripeSdk.Refund): PaymentEvent | undefined {
  const paymentRef = idOf(payment_intent);
  if (paymentRef === undefined) return undefined;
  if (status === 'failed' || status === 'canceled') {
    const refund = { id, state: 'failed' } as const;
    const reference = `${id}:failed`;
    return reversed({ reference, paymentRef, reason: 'refund_failed', goneBefore: amount, goneAfter: 0, refund });
  }
  const refund = { id, state: status === 'succeeded' ? 'succeeded' : 'pending' } as const;
  const reference = `${id}:${refund.state}`;
  return reversed({ reference, paymentRef, reason: 'refund', goneBefore: 0, goneAfter: amount, refund });
}

/**
 * A lost dispute may be won later. Reinstated money is ours, whatever came before.
 * https://docs.stripe.com/api/events/types#event_types-charge.dispute.funds_reinstated
 */
function disputed({ id, status, amount, payment_intent }: StripeSdk.Dispute, type: string): PaymentEvent | undefined {
  const paymentRef = idOf(payment_intent);
  if (paymentRef === undefined) return undefined;
  if (status === 'won' || type === 'charge.dispute.funds_reinstated') {
    const won = { reason: 'dispute_won', reinstates: id } as const;
    return reversed({ reference: `${id}:won`, paymentRef, goneBefore: amount, goneAfter: 0, ...won });
  }
  if (status !== 'lost') return undefined;
  return reversed({ reference: id, paymentRef, reason: 'dispute', goneBefore: 0, goneAfter: amount });
}

function reversed(reversal: Reversal): PaymentEvent {
  return { kind: 'reversed', reversal };
}

function idOf(given: string | { id: string } | null): string | undefined {
  return typeof given === 'string' ? given : given?.id;
}
