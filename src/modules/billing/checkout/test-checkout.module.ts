import { Module } from '@nestjs/common';
import { PaymentRecords } from '../../../core/billing/ports.js';
import { ReadTestCheckout } from '../../../core/billing/read-test-checkout.js';
import { Clock } from '../../../core/ports.js';
import { wire, wireWith } from '../../http/wire.js';
import { BillingModule } from '../billing.module.js';
import { CheckoutForm } from './checkout.page.js';
import { TestCheckoutController } from './test-checkout.controller.js';

/** Our own payment page, used if Stripe is not configured. */
@Module({
  imports: [BillingModule],
  controllers: [TestCheckoutController],
  providers: [
    wireWith(({ encryptionKey }) => encryptionKey, CheckoutForm),
    wire(ReadTestCheckout, PaymentRecords, Clock),
  ],
})
export class TestCheckoutModule {}
