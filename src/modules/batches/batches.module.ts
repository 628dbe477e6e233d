import { Module } from '@nestjs/common';
import { AskAgain } from '../../core/batches/ask-again.js';
import { CancelBatch } from '../../core/batches/cancel-batch.js';
import { Batches } from '../../core/batches/ports.js';
import { StartBatch } from '../../core/batches/start-batch.js';
import { UploadBatch } from '../../core/batches/upload-batch.js';
import { Ledger } from '../../core/billing/ports.js';
import { RunIdempotently } from '../../core/idempotency/run-idempotently.js';
import { Transaction } from '../../core/ports.js';
import { Tasks } from '../../core/tasks/ports.js';
import { Jurisdictions } from '../../core/registries/jurisdictions.js';
import { AddressGuard } from '../../core/webhooks/public-address.js';
import { JurisdictionsModule } from '../jurisdictions/jurisdictions.module.js';
import { IdempotencyModule } from '../http/idempotency.module.js';
import { wire } from '../http/wire.js';
import { BatchesController } from './batches.controller.js';

@Module({
  imports: [IdempotencyModule, JurisdictionsModule],
  controllers: [BatchesController],
  providers: [
    wire(UploadBatch, Batches, Jurisdictions, Ledger, Transaction, AddressGuard, RunIdempotently),
    wire(StartBatch, Batches, Ledger, Transaction, Tasks),
    wire(CancelBatch, Batches),
    wire(AskAgain, Batches, UploadBatch),
  ],
  exports: [AskAgain, CancelBatch, StartBatch, UploadBatch],
})
export class BatchesModule {}
