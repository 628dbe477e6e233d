import type { Id } from '../ids.js';
import type { CreditPackage } from './packages.js';

export interface Order {
  accountId: Id<'acc'>;
  package: CreditPackage;
  /** Tells a repeated order from a new one. */
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
  sessionId: string;
  status: 'open' | 'paid' | 'failed' | 'cancelled';
  expiresAt: Date | undefined;
}

/** Money that went back: one step, from `goneBefore` to `goneAfter` of the price, in cents. A refund that failed is a step the other way. */
export interface Reversal {
  /** Names the step, so that it is taken once however often it is told. */
  reference: string;
  /** The processor's name for the movement of money. */
  paymentRef: string;
  reason: 'refund' | 'dispute' | 'refund_failed';
  goneBefore: number;
  goneAfter: number;
}

/** A session was paid. */
export interface PaidEvent {
  kind: 'paid';
  sessionId: string;
  paymentRef: string;
  accountId: Id<'acc'>;
  packageId: string;
  /** What was paid, where the processor says it: in cents, and the currency in lower case. */
  paid: { cents: number; currency: string } | undefined;
}

/** What a processor tells of a payment. */
export type PaymentEvent = PaidEvent | { kind: 'failed'; sessionId: string } | { kind: 'reversed'; reversal: Reversal };

/** Credits of a payment that were spent before their money went back. */
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

/** Cents that went back with a step; negative when they stayed after all. */
export function centsGone({ goneBefore, goneAfter }: Reversal): number {
  return goneAfter - goneBefore;
}

/**
 * The credits that go with so much of the price. Only the sum of what went back counts, so that the steps of a payment end at the same
 * credits in whatever order they are told.
 */
export function creditsGone({ amountCredits, priceCents }: Payment, cents: number): number {
  return Math.round((amountCredits * Math.min(Math.max(cents, 0), priceCents)) / priceCents);
}
