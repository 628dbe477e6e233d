import type { CheckoutSession } from '../../core/billing/payment.js';
import { Payments } from '../../core/billing/ports.js';
import { AppError } from '../../core/errors.js';

/** Where nothing is sold. */
export class NoPayments extends Payments {
  openSession(): Promise<CheckoutSession> {
    return Promise.reject(
      new AppError('NOT_FOUND', {
        message: 'This service does not sell credits.',
        suggestion: 'Ask the operator of this service for credits.',
      }),
    );
  }
}
