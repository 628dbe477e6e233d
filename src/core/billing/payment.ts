import type { Id } from '../ids.js';
import type { CreditPackage } from './packages.js';

export interface Order {
  accountId: Id<'acc'>;
  package: CreditPackage;
  /** Distinguishes a repeated order from a new one. */
  key: string;
}

/** A page of the processor's where one order can be paid. */
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
  /** What was paid, with taxes; `undefined` before, and where the processor does not say. */
  paidCents: number | undefined;
  sessionId: string;
  status: 'open' | 'paid' | 'failed' | 'cancelled';
  expiresAt: Date | undefined;
}

/** From the first to the furthest: a refund never goes back to an earlier one. */
export const REFUND_STATES = ['pending', 'succeeded', 'failed'] as const;
export type RefundState = (typeof REFUND_STATES)[number];

interface ReportedReversal {
  /** Names the report, so that it counts once, however often it is repeated. */
  reference: string;
  /** The processor's name for the movement of money. */
  paymentRef: string;
  goneBefore: number;
  goneAfter: number;
}

/**
 * Money that went back, as the processor reports it: a step from `goneBefore` to `goneAfter` of the
 * payment, in cents; or, with `refund`, the state of one refund by its own name, where they are
 * what it takes away with it. The same refund may be reported in both ways. A failure always names
 * its refund: no step could be matched to a failure without a name. A dispute that was won names
 * the report that would say it was lost, for it may have been, before.
 */
export type Reversal = ReportedReversal &
  (
    | { reason: 'refund'; refund?: { id: string; state: RefundState } }
    | { reason: 'refund_failed'; refund: { id: string; state: 'failed' } }
    | { reason: 'dispute' }
    | { reason: 'dispute_won'; reinstates: string }
  );

/** A session was paid. */
export interface PaidEvent {
  kind: 'paid';
  sessionId: string;
  paymentRef: string;
  accountId: Id<'acc'>;
  packageId: string;
  /**
   * What was paid, where the processor says it: in cents, and the currency in lower case. `inAll`
   * is with the taxes that come on top.
   */
  paid: { cents: number; inAll: number; currency: string } | undefined;
}

/** What a processor reports about a payment. */
export type PaymentEvent =
  PaidEvent | { kind: 'failed' | 'cancelled'; sessionId: string } | { kind: 'reversed'; reversal: Reversal };

/** Credits of a payment that were spent before its money was returned. */
export interface Debt {
  /** Of the reversal it came from. */
  reference: string;
  /** Whose credits are owed. */
  payment: Payment;
  /** What is neither collected nor forgiven yet; positive. */
  owedCredits: number;
}

/** What every package is priced in. */
export const CURRENCY = 'usd';

/**
 * Cents that have gone back by all reports, in whatever order. Steps add up; refunds that failed
 * come off them, and they never come to more than the processor once said they did. Where refunds
 * are reported by their names as well, those that stand count at least. A lost dispute counts
 * unless it was won as well.
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
 * The credits that go with so much of what was paid. Only the sum of what went back counts, so that
 * the steps of a payment end at the same credits in whatever order they are reported.
 */
export function creditsGone({ amountCredits, priceCents, paidCents = priceCents }: Payment, cents: number): number {
  return Math.round((amountCredits * Math.min(Math.max(cents, 0), paidCents)) / paidCents);
}
