import { Module, type DynamicModule } from '@nestjs/common';
import { AccessPolicy } from '../../core/accounts/access-codes.js';
import { Accounts, ApiKeys } from '../../core/accounts/ports.js';
import { AdjustCredits } from '../../core/admin/adjust-credits.js';
import { ChangeRateLimit } from '../../core/admin/change-rate-limit.js';
import { CreateAccount } from '../../core/admin/create-account.js';
import { ErasePersonalData } from '../../core/admin/erase-personal-data.js';
import { AuditTrail, SupportAccounts, SupportJobs } from '../../core/admin/ports.js';
import { SwitchAccount } from '../../core/admin/switch-account.js';
import { SwitchJurisdiction } from '../../core/admin/switch-jurisdiction.js';
import { Ledger } from '../../core/billing/ports.js';
import { RefundJob } from '../../core/admin/refund-job.js';
import { PersonalData } from '../../core/entities/personal-data.js';
import { Clock, Jobs, Transaction } from '../../core/ports.js';
import { Jurisdictions } from '../../core/registries/jurisdictions.js';
import { JurisdictionSwitches } from '../../core/registries/ports.js';
import { Events } from '../../core/webhooks/ports.js';
import { JurisdictionsModule } from '../discovery/jurisdictions.module.js';
import { wire } from '../http/wire.js';
import { AdminAccountsController } from './accounts.controller.js';
import { AdminEntitiesController } from './entities.controller.js';
import { AdminJobsController } from './jobs.controller.js';

/** Support work. There only when an admin key is configured. */
@Module({
  imports: [JurisdictionsModule],
  controllers: [AdminJobsController, AdminAccountsController, AdminEntitiesController],
  providers: [
    wire(RefundJob, SupportJobs, Ledger, Events, AuditTrail, Transaction, Jobs, Clock),
    wire(AdjustCredits, SupportAccounts, Ledger, AuditTrail, Transaction),
    wire(CreateAccount, Accounts, ApiKeys, Ledger, AuditTrail, Transaction, Clock, AccessPolicy),
    wire(SwitchAccount, SupportAccounts, AuditTrail, Transaction),
    wire(ChangeRateLimit, SupportAccounts, AuditTrail, Transaction),
    wire(ErasePersonalData, PersonalData, AuditTrail, Transaction),
    wire(SwitchJurisdiction, JurisdictionSwitches, Jurisdictions, AuditTrail, Transaction),
  ],
})
export class AdminModule {
  /** `auth` keeps the admin key, `accounts` what a new account may do. */
  static forRoot(auth: DynamicModule, accounts: DynamicModule): DynamicModule {
    return { module: AdminModule, imports: [auth, accounts] };
  }
}
