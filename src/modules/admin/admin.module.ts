import { Module } from '@nestjs/common';
import { AccessPolicy } from '../../core/accounts/access/access-codes.js';
import { Accounts, ApiKeys } from '../../core/accounts/ports.js';
import { AdjustCredits } from '../../core/admin/adjust-credits.js';
import { ChangeRateLimit } from '../../core/admin/change-rate-limit.js';
import { CreateAccount } from '../../core/admin/create-account.js';
import { WatchPauses, WatchClock } from '../../core/watches/ports.js';
import { ErasePersonalData } from '../../core/admin/erase-personal-data.js';
import { AdminAccounts, AdminJobs, AuditTrail } from '../../core/admin/ports.js';
import { SignIns } from '../../core/accounts/ports.js';
import { SwitchAccount } from '../../core/admin/switch-account.js';
import { SwitchJurisdiction } from '../../core/admin/switch-jurisdiction.js';
import { Ledger } from '../../core/billing/ports.js';
import { RefundBatchRow } from '../../core/admin/refund-batch-row.js';
import { JobRefund } from '../../core/admin/job-refund.js';
import { RefundJob } from '../../core/admin/refund-job.js';
import { Entities } from '../../core/entities/ports.js';
import { EvidenceErasure } from '../../core/evidence/ports.js';
import { Clock, Transaction } from '../../core/ports.js';
import { Tasks } from '../../core/tasks/ports.js';
import { Jurisdictions } from '../../core/registries/jurisdictions.js';
import { JurisdictionSwitches } from '../../core/registries/ports.js';
import { Events } from '../../core/webhooks/ports.js';
import { AccountsModule } from '../accounts/accounts.module.js';
import { AuthModule } from '../auth/auth.module.js';
import { JurisdictionsModule } from '../jurisdictions/jurisdictions.module.js';
import { wire } from '../http/wire.js';
import { AdminAccountsController } from './accounts.controller.js';
import { AdminBatchesController } from './batches.controller.js';
import { AdminEntitiesController } from './entities.controller.js';
import { AdminJobsController } from './jobs.controller.js';

/** Administration; imported only if an admin key is configured. */
@Module({
  imports: [AuthModule, AccountsModule, JurisdictionsModule],
  controllers: [AdminJobsController, AdminAccountsController, AdminEntitiesController, AdminBatchesController],
  providers: [
    wire(JobRefund, Ledger, Entities, Events),
    wire(RefundJob, AdminJobs, JobRefund, AuditTrail, Transaction, Tasks),
    wire(RefundBatchRow, Ledger, Entities, AuditTrail, Transaction),
    wire(AdjustCredits, AdminAccounts, Ledger, AuditTrail, Transaction),
    wire(CreateAccount, Accounts, ApiKeys, Ledger, AuditTrail, Transaction, Clock, AccessPolicy),
    wire(SwitchAccount, AdminAccounts, SignIns, AuditTrail, Transaction),
    wire(ChangeRateLimit, AdminAccounts, AuditTrail, Transaction),
    wire(ErasePersonalData, Entities, WatchPauses, WatchClock, AuditTrail, Transaction, EvidenceErasure),
    wire(SwitchJurisdiction, JurisdictionSwitches, Jurisdictions, AuditTrail, Transaction),
  ],
  exports: [
    JurisdictionsModule,
    RefundJob,
    RefundBatchRow,
    AdjustCredits,
    CreateAccount,
    SwitchAccount,
    ChangeRateLimit,
    ErasePersonalData,
    SwitchJurisdiction,
  ],
})
export class AdminModule {}
