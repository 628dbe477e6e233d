import { Module, type DynamicModule } from '@nestjs/common';
import { BuyCredits } from '../../core/billing/buy-credits.js';
import { Ledger, PaymentRecords, Payments } from '../../core/billing/ports.js';
import { ExportLedger } from '../../core/billing/export-ledger.js';
import { ReadBilling } from '../../core/billing/read-billing.js';
import { ReadTestCheckout } from '../../core/billing/read-test-checkout.js';
import { HandlePaymentEvent } from '../../core/billing/handle-payment-event.js';
import { RunIdempotently } from '../../core/idempotency/run-idempotently.js';
import { IdempotencyModule } from '../http/idempotency.module.js';
import { Clock, Transaction } from '../../core/ports.js';
import { wire } from '../http/wire.js';
import { CheckoutForm } from './checkout-form.js';
import { BillingController } from './billing.controller.js';
import { CheckoutReturnController } from './checkout-return.controller.js';
import { StripeWebhookController } from './stripe-webhook.controller.js';
import { TestCheckoutController } from './test-checkout.controller.js';

export interface BillingOptions {
  /** `stripe`: its webhook reports payments; `sandbox`: a page of our own; `none`: nothing is sold. */
  processor: 'stripe' | 'sandbox' | 'none';
  /** Keys the tokens of that page's form. */
  formSecret: string;
}

@Module({
  imports: [IdempotencyModule],
  controllers: [BillingController],
  providers: [
    wire(ReadBilling, Ledger),
    wire(ExportLedger, Ledger),
    wire(BuyCredits, Payments, PaymentRecords, Transaction, RunIdempotently),
    wire(HandlePaymentEvent, PaymentRecords, Ledger, Transaction),
  ],
  exports: [BuyCredits, ExportLedger, ReadBilling],
})
export class BillingModule {
  /** `discovery` says what is on sale. */
  static forRoot({ processor, formSecret }: BillingOptions, discovery: DynamicModule): DynamicModule {
    const imports = [discovery];
    if (processor === 'none') return { module: BillingModule, imports };
    if (processor === 'stripe') {
      return { module: BillingModule, imports, controllers: [CheckoutReturnController, StripeWebhookController] };
    }
    return {
      module: BillingModule,
      imports,
      controllers: [TestCheckoutController],
      providers: [
        { provide: CheckoutForm, useValue: new CheckoutForm(formSecret) },
        wire(ReadTestCheckout, PaymentRecords, Clock),
      ],
    };
  }
}
