import { Module } from '@nestjs/common';
import { AdjustCredits } from '../../core/admin/adjust-credits.js';
import { ChangeRateLimit } from '../../core/admin/change-rate-limit.js';
import { CreateAccount } from '../../core/admin/create-account.js';
import { EraseRecord } from '../../core/admin/erase-record.js';
import { ErasePersonalData } from '../../core/admin/erase-personal-data.js';
import { SwitchAccount } from '../../core/admin/switch-account.js';
import { SwitchJurisdiction } from '../../core/admin/switch-jurisdiction.js';
import { RefundBatchRow } from '../../core/admin/refund-batch-row.js';
import { JobRefund } from '../../core/admin/job-refund.js';
import { RefundJob } from '../../core/admin/refund-job.js';
import { AccountsModule } from '../accounts/accounts.module.js';
import { AuthModule } from '../auth/auth.module.js';
import { JurisdictionsModule } from '../jurisdictions/jurisdictions.module.js';
import { AdminAccountsController } from './accounts.controller.js';
import { AdminBatchesController } from './batches.controller.js';
import { AdminEntitiesController } from './entities.controller.js';
import { RecordsModule } from '../records/records.module.js';
import { AdminJobsController } from './jobs.controller.js';
import { AdminRecordsController } from './records.controller.js';

/** Administration; imported only if an admin key is configured. */
const USE_CASES = [
  RefundJob,
  RefundBatchRow,
  AdjustCredits,
  CreateAccount,
  SwitchAccount,
  ChangeRateLimit,
  ErasePersonalData,
  EraseRecord,
  SwitchJurisdiction,
];

@Module({
  imports: [AuthModule, AccountsModule, JurisdictionsModule, RecordsModule],
  controllers: [
    AdminJobsController,
    AdminAccountsController,
    AdminEntitiesController,
    AdminBatchesController,
    AdminRecordsController,
  ],
  providers: [JobRefund, ...USE_CASES],
  exports: [JurisdictionsModule, ...USE_CASES],
})
export class AdminModule {}
