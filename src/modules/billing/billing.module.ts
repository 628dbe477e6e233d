import { Module, type DynamicModule } from '@nestjs/common';
import { BuyCredits } from '../../core/billing/buy-credits.js';
import { CheckoutForm } from '../../core/billing/checkout-form.js';
import { PayInSandbox } from '../../core/billing/pay-in-sandbox.js';
import { Ledger, PaymentRecords, Payments, LedgerQueries } from '../../core/billing/ports.js';
import { ReadBilling } from '../../core/billing/read-billing.js';
import { HandlePaymentEvent } from '../../core/billing/handle-payment-event.js';
import { RunIdempotently } from '../../core/idempotency/run-idempotently.js';
import { IdempotencyRecords } from '../../core/idempotency/ports.js';
import { Clock, Log, Transaction } from '../../core/ports.js';
import { wire } from '../http/wire.js';
import { AskPurchase } from './ask-purchase.js';
import { BillingController } from './billing.controller.js';
import { CheckoutReturnController } from './checkout-return.controller.js';
import { StripeWebhookController } from './stripe-webhook.controller.js';
import { TestCheckoutController } from './test-checkout.controller.js';

@Module({})
export class BillingModule {
  /** With Stripe, payments are heard of at its webhook; without, a page of our own stands in. */
  static with(processor: 'stripe' | 'test checkout'): DynamicModule {
    const stripe = processor === 'stripe';
    return {
      module: BillingModule,
      controllers: [
        BillingController,
        ...(stripe ? [CheckoutReturnController, StripeWebhookController] : [TestCheckoutController]),
      ],
      providers: [
        wire(RunIdempotently, IdempotencyRecords),
        wire(ReadBilling, LedgerQueries),
        wire(BuyCredits, Payments, PaymentRecords, Transaction),
        wire(AskPurchase, BuyCredits, RunIdempotently),
        wire(HandlePaymentEvent, PaymentRecords, Ledger, Transaction, Log),
        ...(stripe ? [] : [wire(PayInSandbox, PaymentRecords, CheckoutForm, HandlePaymentEvent, Clock)]),
      ],
    };
  }
}
