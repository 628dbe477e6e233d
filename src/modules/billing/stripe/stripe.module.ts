import { Module } from '@nestjs/common';
import { BillingModule } from '../billing.module.js';
import { CheckoutReturnController } from '../checkout/checkout-return.controller.js';
import { StripeWebhookController } from './stripe-webhook.controller.js';

@Module({ imports: [BillingModule], controllers: [CheckoutReturnController, StripeWebhookController] })
export class StripeModule {}
