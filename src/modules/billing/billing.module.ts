import { Module } from '@nestjs/common';
import { BuyCredits } from '../../core/billing/buy-credits.js';
import { ExportLedger } from '../../core/billing/export-ledger.js';
import { ReadBilling } from '../../core/billing/read-billing.js';
import { HandlePaymentEvent } from '../../core/billing/handle-payment-event.js';
import { IdempotencyModule } from '../http/idempotency.module.js';
import { BillingController } from './billing.controller.js';

@Module({
  imports: [IdempotencyModule],
  controllers: [BillingController],
  providers: [ReadBilling, ExportLedger, BuyCredits, HandlePaymentEvent],
  exports: [BuyCredits, ExportLedger, HandlePaymentEvent, ReadBilling],
})
export class BillingModule {}
