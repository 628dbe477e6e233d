import StripeSdk from 'stripe';
import { priceCents } from '../../core/billing/packages.js';
import type { CheckoutSession, Order } from '../../core/billing/payment.js';
import { Payments } from '../../core/billing/ports.js';
import { AppError } from '../../core/errors.js';
import type { Log, ServiceAddress } from '../../core/ports.js';

/** Stripe Checkout: https://docs.stripe.com/api/checkout/sessions/create */
export class StripePayments extends Payments {
  readonly checkoutOrigin = 'https://checkout.stripe.com';

  constructor(
    private readonly stripe: StripeSdk,
    private readonly address: ServiceAddress,
    private readonly log: Log,
  ) {
    super();
  }

  async openSession(order: Order): Promise<CheckoutSession> {
    const session = await this.create(order);
    if (!session.url)
      throw new AppError('PAYMENT_FAILED', { message: 'The payment processor did not open a checkout page.' });
    return { id: session.id, url: session.url, expiresAt: new Date(session.expires_at * 1000) };
  }

  private async create(order: Order): Promise<StripeSdk.Checkout.Session> {
    const { accountId, package: bought, key } = order;
    // Set on the session and on its payment, so that later events can be traced without querying
    // Stripe.
    const metadata = { account_id: accountId, package_id: bought.id };
    const line = {
      quantity: 1,
      price_data: {
        currency: 'usd',
        unit_amount: priceCents(bought),
        product_data: { name: `Standing ${bought.name}: ${bought.credits} credits` },
      },
    };
    try {
      return await this.stripe.checkout.sessions.create(
        {
          mode: 'payment',
          line_items: [line],
          client_reference_id: accountId,
          metadata,
          payment_intent_data: { metadata },
          // In another currency, later refunds could not be compared with the price.
          adaptive_pricing: { enabled: false },
          success_url: this.address.of('/checkout/paid'),
          cancel_url: this.address.of('/checkout/cancelled'),
        },
        { idempotencyKey: `standing-${key}` },
      );
    } catch (error) {
      throw this.asPaymentFailed(error);
    }
  }

  private asPaymentFailed(error: unknown): unknown {
    if (!(error instanceof StripeSdk.errors.StripeError)) return error;
    const { type, code, statusCode, requestId } = error;
    this.log.warn('Stripe refused to open a checkout', { type, code, statusCode, stripeRequestId: requestId });
    return new AppError('PAYMENT_FAILED', { message: reasonFor(error), cause: error });
  }
}

/**
 * Quotes Stripe only if the message is meant for the buyer. Other messages are about our keys and
 * parameters.
 */
function reasonFor(error: StripeSdk.errors.StripeError): string {
  if (error instanceof StripeSdk.errors.StripeCardError) return `The payment was declined: ${error.message}`;
  if (error instanceof StripeSdk.errors.StripeConnectionError) return 'The payment processor could not be reached.';
  if (error instanceof StripeSdk.errors.StripeRateLimitError) {
    return 'The payment processor is too busy. Try again in a minute.';
  }
  if (
    error instanceof StripeSdk.errors.StripeAuthenticationError ||
    error instanceof StripeSdk.errors.StripePermissionError
  ) {
    return 'The payment processor does not accept the credentials of this service.';
  }
  if (error instanceof StripeSdk.errors.StripeInvalidRequestError)
    return `The payment processor refused: ${error.message}`;
  return 'The payment processor failed. Try again in a minute.';
}
