import { Module } from '@nestjs/common';
import { Ledger } from '../../core/billing/ports.js';
import { Entities, Snapshots } from '../../core/entities/ports.js';
import { EvidenceKeeper } from '../../core/evidence/evidence-keeper.js';
import { Log, Transaction } from '../../core/ports.js';
import { Tasks } from '../../core/tasks/ports.js';
import { Jurisdictions } from '../../core/registries/jurisdictions.js';
import { Registries } from '../../core/registries/ports.js';
import { Retrievals } from '../../core/verification/ports.js';
import { QueryRegistry } from '../../core/verification/query-registry.js';
import { AdvanceClock } from '../../core/watches/clock/advance-clock.js';
import { BeginCheck } from '../../core/watches/checks/begin-check.js';
import { CheckSettlement } from '../../core/watches/checks/check-settlement.js';
import { Checker } from '../../core/watches/checks/checker.js';
import { EditionComparison } from '../../core/watches/comparison/edition-comparison.js';
import { MakeDueChecks } from '../../core/watches/schedule/make-due-checks.js';
import {
  SandboxClock,
  SandboxEditions,
  WatchChecks,
  WatchedEditions,
  WatchPauses,
  WatchClock,
} from '../../core/watches/ports.js';
import { Resumer } from '../../core/watches/schedule/resumer.js';
import { wire } from '../http/wire.js';
import { JurisdictionsModule } from '../jurisdictions/jurisdictions.module.js';
import { VerificationWorkerModule } from '../verification/verification.worker.module.js';
import { ChangeMailsModule } from './change-mails.module.js';
import { CheckProcessor } from './check.processor.js';

@Module({
  imports: [ChangeMailsModule, JurisdictionsModule, VerificationWorkerModule],
  providers: [
    wire(
      CheckSettlement,
      WatchChecks,
      Entities,
      EvidenceKeeper,
      Snapshots,
      Retrievals,
      Ledger,
      Transaction,
      WatchClock,
    ),
    wire(BeginCheck, WatchChecks, Jurisdictions, Ledger, Transaction),
    wire(Checker, WatchChecks, BeginCheck, QueryRegistry, CheckSettlement, Tasks, Log),
    wire(Resumer, WatchPauses, Jurisdictions, Registries, Transaction, WatchClock, Tasks),
    wire(EditionComparison, WatchedEditions, Entities, Ledger, Transaction, WatchClock, Registries, Jurisdictions),
    wire(MakeDueChecks, Checker, WatchClock, Tasks),
    wire(AdvanceClock, SandboxClock, WatchChecks, Checker, Resumer, SandboxEditions, EditionComparison),
    wire(CheckProcessor, MakeDueChecks),
  ],
  exports: [AdvanceClock, ChangeMailsModule, CheckProcessor, EditionComparison, Resumer],
})
export class WatchesWorkerModule {}
