import { Module } from '@nestjs/common';
import { BatchSettlement } from '../../core/batches/batch-settlement.js';
import { RowAnswers } from '../../core/batches/row-answers.js';
import { RunBatches } from '../../core/batches/run-batches.js';
import { BackgroundWork } from '../../core/concurrency/background-work.js';
import { JurisdictionsModule } from '../jurisdictions/jurisdictions.module.js';
import { VerificationWorkerModule } from '../verification/verification.worker.module.js';
import { BatchProcessor } from './batch.processor.js';

@Module({
  imports: [JurisdictionsModule, VerificationWorkerModule],
  providers: [RowAnswers, BatchSettlement, BackgroundWork, RunBatches, BatchProcessor],
  exports: [BatchProcessor],
})
export class BatchesWorkerModule {}
