import type { Id } from '../ids.js';
import type { CreditPackage } from './packages.js';

export interface Order {
  accountId: Id<'acc'>;
  package: CreditPackage;
  /** Idempotency key. */
  key: string;
}

/** A page of the processor where one order can be paid. */
export interface CheckoutSession {
  id: string;
  url: string;
  expiresAt: Date;
}

export interface Payment {
  /** A bare uuid: it never leaves the service. */
  id: string;
  accountId: Id<'acc'>;
  packageId: string;
  amountCredits: number;
  priceCents: number;
  /**
   * Amount paid with taxes; `undefined` before payment, and if the processor does not report it.
   */
  paidCents: number | undefined;
  sessionId: string;
  status: 'open' | 'paid' | 'failed' | 'cancelled';
  expiresAt: Date | undefined;
}

/** In order: a refund never returns to an earlier state. */
export const REFUND_STATES = ['pending', 'succeeded', 'failed'] as const;
export type RefundState = (typeof REFUND_STATES)[number];

interface ReportedReversal {
  /** Identifies the report, so that repeats count once. */
  reference: string;
  paymentRef: string;
  goneBefore: number;
  goneAfter: number;
}

/**
 * Money returned, as the processor reports it: a step of the payment from `goneBefore` to
 * `goneAfter`, in cents, or, with `refund`, the state of one refund, where the difference is that
 * refund's amount. The same refund may be reported in both ways. A failure always names its refund,
 * since a step could not be matched to it. A won dispute names the report of the loss it reverses,
 * which may have arrived before.
 */
export type Reversal = ReportedReversal &
  (
    | { reason: 'refund'; refund?: { id: string; state: RefundState } }
    | { reason: 'refund_failed'; refund: { id: string; state: 'failed' } }
    | { reason: 'dispute' }
    | { reason: 'dispute_won'; reinstates: string }
  );

export interface PaidEvent {
  kind: 'paid';
  sessionId: string;
  paymentRef: string;
  accountId: Id<'acc'>;
  packageId: string;
  /**
   * In cents, with the currency in lower case; `undefined` when the processor does not say. `inAll`
   * includes taxes.
   */
  paid: { cents: number; inAll: number; currency: string } | undefined;
}

export type PaymentEvent =
  PaidEvent | { kind: 'failed' | 'cancelled'; sessionId: string } | { kind: 'reversed'; reversal: Reversal };

/** Credits of a payment that were spent before its money was returned. */
export interface Debt {
  /** Of the reversal that caused it. */
  reference: string;
  payment: Payment;
  /** Neither collected nor forgiven yet; positive. */
  owedCredits: number;
}

export const CURRENCY = 'usd';

/**
 * Returns the cents that have gone back by all reports, in any order. Steps add up, less failed
 * refunds, and never exceed the processor's highest figure. Named refunds that have not failed are
 * a lower bound. A lost dispute counts unless it was won later.
 */
export function centsGone(reversals: readonly Reversal[]): number {
  const steps = reversals.filter((reversal) => reversal.reason === 'refund' && !reversal.refund);
  const refunds = furthestStates(reversals);
  const stepped = sumOf(steps) - sumOf(refunds.filter(({ refund }) => refund.state === 'failed'));
  const most = Math.max(0, ...steps.map(({ goneAfter }) => goneAfter));
  const standing = sumOf(refunds.filter(({ refund }) => refund.state !== 'failed'));
  return Math.max(Math.min(stepped, most), standing) + sumOf(lostDisputes(reversals));
}

type OfRefund = Reversal & { refund: { id: string; state: RefundState } };

function furthestStates(reversals: readonly Reversal[]): OfRefund[] {
  const furthest = new Map<string, OfRefund>();
  for (const reversal of reversals) {
    if (!isOfRefund(reversal)) continue;
    const { refund } = reversal;
    const known = furthest.get(refund.id)?.refund;
    if (!known || rank(refund.state) > rank(known.state)) furthest.set(refund.id, reversal);
  }
  return [...furthest.values()];
}

function isOfRefund(reversal: Reversal): reversal is OfRefund {
  return 'refund' in reversal && reversal.refund !== undefined;
}

function lostDisputes(reversals: readonly Reversal[]): Reversal[] {
  const won = new Set(reversals.flatMap((reversal) => ('reinstates' in reversal ? [reversal.reinstates] : [])));
  return reversals.filter(({ reason, reference }) => reason === 'dispute' && !won.has(reference));
}

const rank = (state: RefundState): number => REFUND_STATES.indexOf(state);

function sumOf(reversals: readonly Reversal[]): number {
  return reversals.reduce((sum, { goneBefore, goneAfter }) => sum + Math.abs(goneAfter - goneBefore), 0);
}

/**
 * Returns the credits that correspond to the cents returned. It depends only on their sum, so that
 * the steps of a payment end at the same credits in any order.
 */
export function creditsGone({ amountCredits, priceCents, paidCents = priceCents }: Payment, cents: number): number {
  return Math.round((amountCredits * Math.min(Math.max(cents, 0), paidCents)) / paidCents);
}
