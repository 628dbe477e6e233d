import { AppError } from '../errors.js';
import { Clock } from '../ports.js';
import { CURRENCY, type Payment, type PaymentEvent } from './payment.js';
import { PaymentRecords } from './ports.js';
import { Injectable } from '../injectable.js';

const SESSION_ID = /^test_[\w-]{20,100}$/;

/** A session of the test checkout, a page that replaces a payment processor. */
export interface TestCheckout {
  payment: Payment;
  expired: boolean;
}

/** Throws `NOT_FOUND` for a session that is not of this checkout. */
@Injectable()
export class ReadTestCheckout {
  constructor(
    private readonly records: PaymentRecords,
    private readonly clock: Clock,
  ) {}

  async run(sessionId: string): Promise<TestCheckout> {
    const payment = SESSION_ID.test(sessionId) ? await this.records.find(sessionId) : undefined;
    if (!payment) throw new AppError('NOT_FOUND', { message: 'No checkout has this id.' });
    return { payment, expired: payment.expiresAt !== undefined && payment.expiresAt <= this.clock.now() };
  }
}

/**
 * Returns the event a payment processor would report for this button; `undefined` for an ended
 * session.
 */
export function eventOfButton({ payment, expired }: TestCheckout, button: 'pay' | 'cancel'): PaymentEvent | undefined {
  if (payment.status !== 'open' || expired) return undefined;
  const { sessionId, accountId, packageId, priceCents } = payment;
  if (button === 'cancel') return { kind: 'cancelled', sessionId };
  const paid = { cents: priceCents, inAll: priceCents, currency: CURRENCY };
  return { kind: 'paid', sessionId, paymentRef: sessionId, accountId, packageId, paid };
}
