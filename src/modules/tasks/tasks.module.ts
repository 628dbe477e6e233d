import { Module } from '@nestjs/common';
import { CheckLedger } from '../../core/maintenance/check-ledger.js';
import { Chores } from '../../core/maintenance/chores.js';
import { ProbeRegisters } from '../../core/maintenance/probe-registers.js';
import { PurgeExpired, RetentionPeriods } from '../../core/maintenance/purge-expired.js';
import { RequeueDueWork } from '../../core/maintenance/requeue-due-work.js';
import { KeepEarlierRecords } from '../../core/maintenance/keep-earlier-records.js';
import { RunChore } from '../../core/maintenance/run-chore.js';
import { BatchesWorkerModule } from '../batches/batches.worker.module.js';
import { setting, type Settings } from '../settings/settings.js';
import { VerificationWorkerModule } from '../verification/verification.worker.module.js';
import { WatchesWorkerModule } from '../watches/watches.worker.module.js';
import { WebhooksWorkerModule } from '../webhooks/webhooks.worker.module.js';
import { ChoreProcessor } from './chore.processor.js';
import { ScheduledChores } from './scheduled-chores.js';
import { SweepScheduler } from './sweep.scheduler.js';
import { Worker } from './worker.js';

@Module({
  imports: [VerificationWorkerModule, WebhooksWorkerModule, BatchesWorkerModule, WatchesWorkerModule],
  providers: [
    ProbeRegisters,
    CheckLedger,
    setting(RetentionPeriods, retentionPeriods),
    PurgeExpired,
    KeepEarlierRecords,
    { provide: Chores, useClass: ScheduledChores },
    RunChore,
    ChoreProcessor,
    RequeueDueWork,
    SweepScheduler,
    Worker,
  ],
})
export class TasksModule {}

function retentionPeriods(settings: Settings): RetentionPeriods {
  const { jobsKeptMs, snapshotsKeptMs, evidenceKeptMs, recordsKeptMs } = settings;
  const { entityTtlMs, noMatchTtlMs, searchTtlMs: rankingsUsedMs } = settings;
  return {
    jobsKeptMs,
    snapshotsKeptMs,
    evidenceKeptMs,
    recordsKeptMs,
    answersUsedMs: Math.max(entityTtlMs, noMatchTtlMs),
    rankingsUsedMs,
  };
}
