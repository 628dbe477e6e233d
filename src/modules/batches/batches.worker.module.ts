import { Module } from '@nestjs/common';
import { BatchSettlement } from '../../core/batches/batch-settlement.js';
import { BatchWork } from '../../core/batches/ports.js';
import { RowAnswers } from '../../core/batches/row-answers.js';
import { RunBatches } from '../../core/batches/run-batches.js';
import { Ledger } from '../../core/billing/ports.js';
import { AccountLimiter } from '../../core/concurrency/account-limiter.js';
import { BackgroundWork } from '../../core/concurrency/background-work.js';
import { Entities } from '../../core/entities/ports.js';
import { EvidenceKeeper } from '../../core/evidence/evidence-keeper.js';
import { Log, Transaction } from '../../core/ports.js';
import { Tasks } from '../../core/tasks/ports.js';
import { Jurisdictions } from '../../core/registries/jurisdictions.js';
import { Registries } from '../../core/registries/ports.js';
import { QueryRegistry } from '../../core/verification/query-registry.js';
import { wire } from '../http/wire.js';
import { JurisdictionsModule } from '../jurisdictions/jurisdictions.module.js';
import { VerificationWorkerModule } from '../verification/verification.worker.module.js';
import { BatchProcessor } from './batch.processor.js';

@Module({
  imports: [JurisdictionsModule, VerificationWorkerModule],
  providers: [
    wire(RowAnswers, Entities, Jurisdictions, Registries, QueryRegistry, EvidenceKeeper, BackgroundWork, Log),
    wire(BatchSettlement, BatchWork, Ledger, Entities, Transaction, Log),
    wire(BackgroundWork, AccountLimiter),
    wire(RunBatches, BatchWork, RowAnswers, BatchSettlement, Ledger, Tasks, BackgroundWork),
    wire(BatchProcessor, RunBatches),
  ],
  exports: [BatchProcessor],
})
export class BatchesWorkerModule {}
