import { Module } from '@nestjs/common';
import { BatchSettlement } from '../../core/batches/batch-settlement.js';
import { BatchWork } from '../../core/batches/ports.js';
import { RowAnswers } from '../../core/batches/row-answers.js';
import { RunBatches } from '../../core/batches/run-batches.js';
import { Ledger } from '../../core/billing/ports.js';
import { AccountLimiter } from '../../core/concurrency/account-limiter.js';
import { BackgroundWork } from '../../core/concurrency/background-work.js';
import { Entities } from '../../core/entities/ports.js';
import { Jobs, Log, Transaction } from '../../core/ports.js';
import { Jurisdictions } from '../../core/registries/jurisdictions.js';
import { Registries } from '../../core/registries/ports.js';
import { QueryRegistry } from '../../core/verification/query-registry.js';
import { JurisdictionsModule } from '../discovery/jurisdictions.module.js';
import { wire } from '../http/wire.js';
import { ChoreScheduler } from '../jobs/chore.scheduler.js';
import { RegisterQueriesModule } from '../jobs/register-queries.module.js';

const LOOK_EVERY_MS = 250;

export class BatchScheduler extends ChoreScheduler {}

/** Works on the batches that run. */
@Module({
  imports: [JurisdictionsModule, RegisterQueriesModule],
  providers: [
    wire(RowAnswers, Entities, Jurisdictions, Registries, QueryRegistry, BackgroundWork, Log),
    wire(BatchSettlement, BatchWork, Ledger, Entities, Transaction, Log),
    wire(BackgroundWork, AccountLimiter),
    wire(RunBatches, BatchWork, RowAnswers, BatchSettlement, Ledger, Jobs, BackgroundWork),
    {
      provide: BatchScheduler,
      useFactory: (log: Log, batches: RunBatches) =>
        new BatchScheduler(log, [{ name: 'the work on batches', chore: batches, everyMs: LOOK_EVERY_MS }]),
      inject: [Log, RunBatches],
    },
  ],
})
export class BatchWorkerModule {}
