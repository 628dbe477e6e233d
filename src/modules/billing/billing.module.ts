import { Module } from '@nestjs/common';
import { BuyCredits } from '../../core/billing/buy-credits.js';
import { Ledger, PaymentRecords, Payments } from '../../core/billing/ports.js';
import { ExportLedger } from '../../core/billing/export-ledger.js';
import { ReadBilling } from '../../core/billing/read-billing.js';
import { HandlePaymentEvent } from '../../core/billing/handle-payment-event.js';
import { RunIdempotently } from '../../core/idempotency/run-idempotently.js';
import { DiscoveryModule } from '../discovery/discovery.module.js';
import { IdempotencyModule } from '../http/idempotency.module.js';
import { Transaction } from '../../core/ports.js';
import { wire } from '../http/wire.js';
import { BillingController } from './billing.controller.js';

@Module({
  imports: [IdempotencyModule, DiscoveryModule],
  controllers: [BillingController],
  providers: [
    wire(ReadBilling, Ledger, PaymentRecords),
    wire(ExportLedger, Ledger),
    wire(BuyCredits, Payments, PaymentRecords, Transaction, RunIdempotently),
    wire(HandlePaymentEvent, PaymentRecords, Ledger, Transaction),
  ],
  exports: [BuyCredits, ExportLedger, HandlePaymentEvent, ReadBilling],
})
export class BillingModule {}
