import { Module } from '@nestjs/common';
import { EvidenceErasure } from '../../core/evidence/ports.js';
import { CheckLedger } from '../../core/maintenance/check-ledger.js';
import { Chores } from '../../core/maintenance/chores.js';
import { ProbeRegisters } from '../../core/maintenance/probe-registers.js';
import { PurgeExpired, type RetentionPeriods } from '../../core/maintenance/purge-expired.js';
import { RequeueDueWork } from '../../core/maintenance/requeue-due-work.js';
import { Retention } from '../../core/maintenance/retention.js';
import { RunChore } from '../../core/maintenance/run-chore.js';
import { MirrorUpdates } from '../../core/maintenance/ports.js';
import { OAuthRecords } from '../../core/oauth/ports.js';
import { ADVANCE_CLOCK, AdvanceClock } from '../../core/watches/clock/advance-clock.js';
import { EditionComparison } from '../../core/watches/comparison/edition-comparison.js';
import { MailChanges } from '../../core/watches/mails/mail-changes.js';
import { WatchClock } from '../../core/watches/ports.js';
import { Resumer } from '../../core/watches/schedule/resumer.js';
import { BatchesWorkerModule } from '../batches/batches.worker.module.js';
import { wireWith } from '../http/wire.js';
import type { Settings } from '../settings/settings.js';
import { VerificationWorkerModule } from '../verification/verification.worker.module.js';
import { WatchesWorkerModule } from '../watches/watches.worker.module.js';
import { WebhooksWorkerModule } from '../webhooks/webhooks.worker.module.js';
import { ChoreProcessor } from './chore.processor.js';
import { SweepScheduler } from './sweep.scheduler.js';
import { Worker } from './worker.js';

const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;

@Module({
  imports: [VerificationWorkerModule, WebhooksWorkerModule, BatchesWorkerModule, WatchesWorkerModule],
  providers: [
    ProbeRegisters,
    CheckLedger,
    wireWith(retentionPeriods, PurgeExpired, Retention),
    {
      provide: Chores,
      useFactory: chores,
      inject: [
        PurgeExpired,
        OAuthRecords,
        CheckLedger,
        MirrorUpdates,
        Resumer,
        EditionComparison,
        AdvanceClock,
        WatchClock,
        MailChanges,
        EvidenceErasure,
      ],
    },
    RunChore,
    ChoreProcessor,
    RequeueDueWork,
    SweepScheduler,
    Worker,
  ],
})
export class TasksModule {}

function chores(
  purge: PurgeExpired,
  oauthRecords: OAuthRecords,
  ledger: CheckLedger,
  mirrors: MirrorUpdates,
  resumer: Resumer,
  editions: EditionComparison,
  clock: AdvanceClock,
  { isSandbox }: WatchClock,
  mails: MailChanges,
  evidence: EvidenceErasure,
): Chores {
  return new Chores([
    {
      name: 'the purge of what expired',
      everyMs: HOUR_MS,
      turns: 'once',
      run: (stopping) => purge.run(stopping),
    },
    {
      name: 'the purge of OAuth records',
      everyMs: HOUR_MS,
      turns: 'once',
      run: (stopping) => oauthRecords.purge(stopping),
    },
    {
      // Resumes erasures that a dead process left unfinished.
      name: 'the erasure of evidence',
      everyMs: HOUR_MS,
      turns: 'once',
      run: (stopping) => evidence.finishAll(stopping),
    },
    {
      name: 'the check of the ledger',
      everyMs: HOUR_MS,
      firstAfterMs: 10 * SECOND_MS,
      turns: 'once',
      run: (stopping) => ledger.run(stopping),
    },
    ...(mirrors.everyMs === undefined
      ? []
      : [
          {
            // Turns are taken per mirror.
            name: 'the update of mirrors',
            everyMs: mirrors.everyMs,
            turns: 'shared' as const,
            run: (stopping: AbortSignal) => mirrors.run(stopping),
          },
        ]),
    {
      name: 'the sweep for paused watches',
      everyMs: SECOND_MS,
      turns: 'shared',
      run: () => resumer.resumeAll(),
    },
    {
      name: 'the comparison with new editions',
      everyMs: SECOND_MS,
      turns: 'shared',
      run: (stopping) => editions.compareAll(stopping),
    },
    {
      name: 'the mails about changes',
      everyMs: SECOND_MS,
      turns: 'shared',
      run: (stopping) => mails.run(stopping),
    },
    ...(isSandbox
      ? [
          {
            name: ADVANCE_CLOCK,
            everyMs: SECOND_MS,
            turns: 'shared' as const,
            run: (stopping: AbortSignal) => clock.run(stopping),
          },
        ]
      : []),
  ]);
}

function retentionPeriods(settings: Settings): RetentionPeriods {
  const { jobsKeptMs, snapshotsKeptMs, evidenceKeptMs } = settings;
  const { entityTtlMs, noMatchTtlMs, searchTtlMs: rankingsUsedMs } = settings;
  return {
    jobsKeptMs,
    snapshotsKeptMs,
    evidenceKeptMs,
    answersUsedMs: Math.max(entityTtlMs, noMatchTtlMs),
    rankingsUsedMs,
  };
}
