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

/** Money that went back: one step, from `goneBefore` to `goneAfter` of the price, in cents. */
export interface Reversal {
  /** Names the step, so that it is taken once however often it is told. */
  reference: string;
  /** The processor's name for the movement of money. */
  paymentRef: string;
  reason: 'refund' | 'dispute';
  goneBefore: number;
  goneAfter: number;
}

/** What a processor tells of a payment. */
export type PaymentNotice =
  | { kind: 'paid'; sessionId: string; paymentRef: string; accountId: Id<'acc'>; packageId: string }
  | { kind: 'failed'; sessionId: string }
  | { kind: 'reversed'; reversal: Reversal };

/**
 * The credits that go with a step. Rounded at both ends instead of in between, so that the steps of a payment add up to exactly its credits
 * in whatever order they are taken.
 */
export function creditsGone({ amountCredits, priceCents }: Payment, { goneBefore, goneAfter }: Reversal): number {
  const until = (gone: number) => Math.round((amountCredits * Math.min(gone, priceCents)) / priceCents);
  return until(goneAfter) - until(goneBefore);
}
