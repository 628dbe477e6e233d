import { Module } from '@nestjs/common';
import { ReadAccount } from '../../core/accounts/read-account.js';
import { Batches } from '../../core/batches/ports.js';
import { Ledger } from '../../core/billing/ports.js';
import { ReadEntity } from '../../core/entities/read-entity.js';
import { ReadHistory } from '../../core/entities/read-history.js';
import { Metrics } from '../../core/metrics/ports.js';
import { Clock, Log } from '../../core/ports.js';
import { Jurisdictions } from '../../core/registries/jurisdictions.js';
import { ReadJob } from '../../core/verification/read-job.js';
import { BuyCredits } from '../../core/billing/buy-credits.js';
import { AccountsModule } from '../accounts/accounts.module.js';
import { BillingModule } from '../billing/billing.module.js';
import { DiscoveryModule } from '../discovery/discovery.module.js';
import { SearchModule } from '../search/search.module.js';
import { ServiceFacts } from '../discovery/service-facts.js';
import { EntitiesModule } from '../entities/entities.module.js';
import { wire } from '../http/wire.js';
import { SearchEntities } from '../../core/search/search-entities.js';
import { Watches } from '../../core/watches/ports.js';
import { VerifyBusiness } from '../../core/verification/verify-business.js';
import { VerificationModule } from '../verification/verification.module.js';
import { CallTool } from './call-tool.js';
import { ToolArraysController } from './tool-arrays.controller.js';
import { UseCases } from './use-cases.js';

/** One table of tools over the use cases, and the tool arrays made from it. */
@Module({
  imports: [AccountsModule, DiscoveryModule, BillingModule, SearchModule, VerificationModule, EntitiesModule],
  controllers: [ToolArraysController],
  providers: [
    wire(
      UseCases,
      ServiceFacts,
      Jurisdictions,
      VerifyBusiness,
      ReadJob,
      SearchEntities,
      BuyCredits,
      ReadEntity,
      ReadHistory,
      ReadAccount,
      Watches,
      Batches,
      Clock,
    ),
    wire(CallTool, UseCases, Ledger, Log, Metrics),
  ],
  exports: [CallTool],
})
export class ToolsModule {}
