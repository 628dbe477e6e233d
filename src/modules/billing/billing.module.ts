import { Module, type DynamicModule } from '@nestjs/common';
import { BuyCredits } from '../../core/billing/buy-credits.js';
import { PayInSandbox } from '../../core/billing/pay-in-sandbox.js';
import { Ledger, PaymentRecords, Payments, LedgerQueries } from '../../core/billing/ports.js';
import { ReadBilling } from '../../core/billing/read-billing.js';
import { HandlePaymentEvent } from '../../core/billing/handle-payment-event.js';
import { RunIdempotently } from '../../core/idempotency/run-idempotently.js';
import { IdempotencyModule } from '../http/idempotency.module.js';
import { Clock, Log, Transaction } from '../../core/ports.js';
import { wire } from '../http/wire.js';
import { CheckoutForm } from './checkout-form.js';
import { AskPurchase } from './ask-purchase.js';
import { BillingController } from './billing.controller.js';
import { CheckoutReturnController } from './checkout-return.controller.js';
import { StripeWebhookController } from './stripe-webhook.controller.js';
import { TestCheckoutController } from './test-checkout.controller.js';

export interface BillingOptions {
  /** Whether payments are heard of at Stripe's webhook; without, a page of our own stands in. */
  stripe: boolean;
  /** Keys the tokens of that page's form. */
  formSecret: string;
}

@Module({
  imports: [IdempotencyModule],
  controllers: [BillingController],
  providers: [
    wire(ReadBilling, LedgerQueries),
    wire(BuyCredits, Payments, PaymentRecords, Transaction),
    wire(AskPurchase, BuyCredits, RunIdempotently),
    wire(HandlePaymentEvent, PaymentRecords, Ledger, Transaction, Log),
  ],
  exports: [AskPurchase],
})
export class BillingModule {
  static forRoot({ stripe, formSecret }: BillingOptions): DynamicModule {
    if (stripe) return { module: BillingModule, controllers: [CheckoutReturnController, StripeWebhookController] };
    return {
      module: BillingModule,
      controllers: [TestCheckoutController],
      providers: [
        { provide: CheckoutForm, useValue: new CheckoutForm(formSecret) },
        wire(PayInSandbox, PaymentRecords, HandlePaymentEvent, Clock),
      ],
    };
  }
}
