import { Module, type DynamicModule } from '@nestjs/common';
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
import { ServiceFacts } from '../discovery/service-facts.js';
import { EntitiesModule } from '../entities/entities.module.js';
import { wire } from '../http/wire.js';
import { SearchEntities } from '../../core/search/search-entities.js';
import { Watches } from '../../core/watches/ports.js';
import { VerifyBusiness } from '../../core/verification/verify-business.js';
import { VerificationModule } from '../verification/verification.module.js';
import { A2aController } from '../a2a/a2a.controller.js';
import { CallTool } from './call-tool.js';
import { McpController } from '../mcp/mcp.controller.js';
import { McpServers } from '../mcp/mcp-servers.js';
import { ToolArraysController } from './tool-arrays.controller.js';
import { UseCases } from './use-cases.js';

/** MCP, A2A and the tool arrays, over one table of tools. */
@Module({
  imports: [VerificationModule, EntitiesModule],
  controllers: [ToolArraysController, McpController, A2aController],
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
    wire(McpServers, CallTool, ServiceFacts),
  ],
})
export class ToolsModule {
  /** Over the features whose use cases the tools call. */
  static over(...features: DynamicModule[]): DynamicModule {
    return { module: ToolsModule, imports: features };
  }
}
