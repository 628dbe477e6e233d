import { AppError } from '../errors.js';
import type { Clock } from '../ports.js';
import { CURRENCY, type Payment } from './payment.js';
import type { PaymentRecords } from './ports.js';
import type { HandlePaymentEvent } from './handle-payment-event.js';

const SESSION_ID = /^test_[\w-]{20,100}$/;

/** The buttons of the test checkout. Pressing Pay tells the service what a payment processor would tell it; pressing again changes nothing. */
export class PayInSandbox {
  constructor(
    private readonly records: PaymentRecords,
    private readonly takeNotice: HandlePaymentEvent,
    private readonly clock: Clock,
  ) {}

  /** The session as it stands; throws `NOT_FOUND` for one that is not of this checkout. */
  async find(sessionId: string): Promise<Payment & { expired: boolean }> {
    const payment = SESSION_ID.test(sessionId) ? await this.records.find(sessionId) : undefined;
    if (!payment) throw new AppError('NOT_FOUND', { message: 'There is no such checkout.' });
    return { ...payment, expired: payment.expiresAt !== undefined && payment.expiresAt <= this.clock.now() };
  }

  async press(sessionId: string, button: 'pay' | 'cancel'): Promise<void> {
    const payment = await this.find(sessionId);
    if (payment.status !== 'open' || payment.expired) return;
    const { accountId, packageId } = payment;
    if (button === 'cancel') await this.records.end(sessionId, 'cancelled');
    else {
      const paid = { cents: payment.priceCents, currency: CURRENCY };
      await this.takeNotice.run({ kind: 'paid', sessionId, paymentRef: sessionId, accountId, packageId, paid });
    }
  }
}
