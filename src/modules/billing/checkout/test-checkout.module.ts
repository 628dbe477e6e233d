import { Module } from '@nestjs/common';
import { ReadTestCheckout } from '../../../core/billing/read-test-checkout.js';
import { setting } from '../../settings/settings.js';
import { OpenLimitModule } from '../../auth/open-limit.module.js';
import { BillingModule } from '../billing.module.js';
import { CheckoutForm } from './checkout.page.js';
import { TestCheckoutController } from './test-checkout.controller.js';

/** Our own payment page, used if Stripe is not configured. */
@Module({
  imports: [BillingModule, OpenLimitModule],
  controllers: [TestCheckoutController],
  providers: [setting(CheckoutForm, ({ encryptionKey }) => new CheckoutForm(encryptionKey)), ReadTestCheckout],
})
export class TestCheckoutModule {}
