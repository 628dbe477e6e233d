import { Module } from '@nestjs/common';
import { ReadAccount } from '../../core/accounts/read-account.js';
import { BuyCredits } from '../../core/billing/buy-credits.js';
import { Ledger, PaymentRecords, Payments } from '../../core/billing/ports.js';
import { ReadEntity } from '../../core/entities/read-entity.js';
import { ReadHistory } from '../../core/entities/read-history.js';
import { RunIdempotently } from '../../core/idempotency/run-idempotently.js';
import { IdempotencyRecords } from '../../core/idempotency/ports.js';
import { Metrics } from '../../core/metrics/ports.js';
import { Log, Transaction } from '../../core/ports.js';
import { Jurisdictions } from '../../core/registries/jurisdictions.js';
import { JurisdictionSwitches, Registries } from '../../core/registries/ports.js';
import { ReadJob } from '../../core/verification/read-job.js';
import { AccountsModule } from '../accounts/accounts.module.js';
import { AuthModule } from '../auth/auth.module.js';
import { AskPurchase } from '../billing/ask-purchase.js';
import { ServiceFacts } from '../discovery/service-facts.js';
import { EntitiesModule } from '../entities/entities.module.js';
import { Credentials } from '../auth/credentials.js';
import { PublicUrl } from '../http/public-url.js';
import { wire } from '../http/wire.js';
import { AskSearch } from '../search/ask-search.js';
import { SearchModule } from '../search/search.module.js';
import { AskVerification } from '../verification/ask-verification.js';
import { VerificationModule } from '../verification/verification.module.js';
import { A2aController } from '../a2a/a2a.controller.js';
import { AgentSettings } from './agent-settings.js';
import { CallTool } from './call-tool.js';
import { ToolGuard } from './tool.guard.js';
import { McpController } from '../mcp/mcp.controller.js';
import { McpServers } from '../mcp/mcp-servers.js';
import { ToolArraysController } from './tool-arrays.controller.js';
import { UseCases } from './use-cases.js';

/** The doors for agents. All of them open on the same table of tools. */
@Module({
  imports: [AuthModule, AccountsModule, VerificationModule, SearchModule, EntitiesModule],
  controllers: [ToolArraysController],
  providers: [
    wire(Jurisdictions, Registries, JurisdictionSwitches),
    wire(RunIdempotently, IdempotencyRecords),
    wire(BuyCredits, Payments, PaymentRecords, Transaction),
    wire(AskPurchase, BuyCredits, RunIdempotently),
    wire(
      UseCases,
      ServiceFacts,
      Jurisdictions,
      AskVerification,
      ReadJob,
      AskSearch,
      AskPurchase,
      ReadEntity,
      ReadHistory,
      ReadAccount,
    ),
    wire(CallTool, UseCases, Ledger, Log, Metrics),
    wire(ToolGuard, Credentials, AgentSettings),
    wire(McpServers, CallTool, ServiceFacts),
    wire(McpController, ToolGuard, McpServers, PublicUrl, Log),
    wire(A2aController, ToolGuard, CallTool, PublicUrl, Log),
  ],
})
export class ToolsModule {}
