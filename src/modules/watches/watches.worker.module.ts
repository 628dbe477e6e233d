import { Module } from '@nestjs/common';
import { AdvanceClock } from '../../core/watches/clock/advance-clock.js';
import { BeginCheck } from '../../core/watches/checks/begin-check.js';
import { CheckSettlement } from '../../core/watches/checks/check-settlement.js';
import { Checker } from '../../core/watches/checks/checker.js';
import { EditionComparison } from '../../core/watches/comparison/edition-comparison.js';
import { MakeDueChecks } from '../../core/watches/schedule/make-due-checks.js';
import { Resumer } from '../../core/watches/schedule/resumer.js';
import { JurisdictionsModule } from '../jurisdictions/jurisdictions.module.js';
import { VerificationWorkerModule } from '../verification/verification.worker.module.js';
import { ChangeMailsModule } from './change-mails.module.js';
import { CheckProcessor } from './check.processor.js';

@Module({
  imports: [ChangeMailsModule, JurisdictionsModule, VerificationWorkerModule],
  providers: [
    CheckSettlement,
    BeginCheck,
    Checker,
    Resumer,
    EditionComparison,
    MakeDueChecks,
    AdvanceClock,
    CheckProcessor,
  ],
  exports: [AdvanceClock, ChangeMailsModule, CheckProcessor, EditionComparison, Resumer],
})
export class WatchesWorkerModule {}
