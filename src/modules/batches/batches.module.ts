import { Module } from '@nestjs/common';
import { AskAgain } from '../../core/batches/ask-again.js';
import { CancelBatch } from '../../core/batches/cancel-batch.js';
import { StartBatch } from '../../core/batches/start-batch.js';
import { UploadBatch } from '../../core/batches/upload-batch.js';
import { JurisdictionsModule } from '../jurisdictions/jurisdictions.module.js';
import { IdempotencyModule } from '../http/idempotency.module.js';
import { BatchesController } from './batches.controller.js';

@Module({
  imports: [IdempotencyModule, JurisdictionsModule],
  controllers: [BatchesController],
  providers: [UploadBatch, StartBatch, CancelBatch, AskAgain],
  exports: [AskAgain, CancelBatch, StartBatch, UploadBatch],
})
export class BatchesModule {}
