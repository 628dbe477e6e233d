import { Module } from '@nestjs/common';
import { Ledger } from '../../core/billing/ports.js';
import { Entities, Snapshots } from '../../core/entities/ports.js';
import { Jobs, Log, Transaction } from '../../core/ports.js';
import { Jurisdictions } from '../../core/registries/jurisdictions.js';
import { Registries } from '../../core/registries/ports.js';
import { Retrievals } from '../../core/verification/ports.js';
import { AdvanceClock } from '../../core/watches/advance-clock.js';
import { CheckSettlement } from '../../core/watches/check-settlement.js';
import { Checker } from '../../core/watches/checker.js';
import { EditionComparison } from '../../core/watches/edition-comparison.js';
import { MakeDueChecks } from '../../core/watches/make-due-checks.js';
import {
  SandboxClock,
  SandboxEditions,
  WatchChecks,
  WatchedEditions,
  WatchPauses,
  WorldClock,
} from '../../core/watches/ports.js';
import { RecordReader } from '../../core/watches/read-record.js';
import { Resumer } from '../../core/watches/resumer.js';
import { JurisdictionsModule } from '../discovery/jurisdictions.module.js';
import { wire } from '../http/wire.js';
import { ChoreScheduler } from '../jobs/chore.scheduler.js';

const SWEEP_EVERY_MS = 1_000;
/** Somebody waits for the clock to arrive. */
const ADVANCE_EVERY_MS = 100;

export class WatchScheduler extends ChoreScheduler {}

@Module({
  imports: [JurisdictionsModule],
  providers: [
    wire(RecordReader, Registries),
    wire(CheckSettlement, WatchChecks, Entities, Snapshots, Retrievals, Ledger, Transaction, WorldClock),
    wire(
      Checker,
      WatchChecks,
      RecordReader,
      CheckSettlement,
      Jurisdictions,
      Ledger,
      Transaction,
      WorldClock,
      Jobs,
      Log,
    ),
    wire(Resumer, WatchPauses, Jurisdictions, Registries, Transaction, WorldClock, Jobs),
    wire(EditionComparison, WatchedEditions, Entities, Ledger, Transaction, WorldClock, Registries, Jurisdictions),
    wire(MakeDueChecks, Checker, WorldClock),
    wire(AdvanceClock, SandboxClock, WatchChecks, Checker, Resumer, SandboxEditions, EditionComparison),
    {
      provide: WatchScheduler,
      useFactory: (
        log: Log,
        world: WorldClock,
        resumer: Resumer,
        editions: EditionComparison,
        due: MakeDueChecks,
        advance: AdvanceClock,
      ) =>
        new WatchScheduler(log, [
          {
            name: 'the sweep for paused watches',
            chore: { run: () => resumer.resumeAll() },
            everyMs: SWEEP_EVERY_MS,
          },
          {
            name: 'the comparison with new editions',
            chore: { run: (stopping) => editions.compareAll(stopping) },
            everyMs: SWEEP_EVERY_MS,
          },
          { name: 'the sweep for due checks', chore: due, everyMs: SWEEP_EVERY_MS },
          ...(world.isSandbox
            ? [{ name: 'the advance of the sandbox clock', chore: advance, everyMs: ADVANCE_EVERY_MS }]
            : []),
        ]),
      inject: [Log, WorldClock, Resumer, EditionComparison, MakeDueChecks, AdvanceClock],
    },
  ],
})
export class WatchWorkerModule {}
