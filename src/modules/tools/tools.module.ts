import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { BillingModule } from '../billing/billing.module.js';
import { JurisdictionsModule } from '../jurisdictions/jurisdictions.module.js';
import { EntitiesModule } from '../entities/entities.module.js';
import { SearchModule } from '../search/search.module.js';
import { VerificationModule } from '../verification/verification.module.js';
import { CallTool, ToolDependencies } from './call-tool.js';
import { ToolArraysController } from './tool-arrays.controller.js';
import type { Tool } from './tool.js';
import { TOOLS } from './tools.js';

/** The table of tools over the use cases, and the tool arrays generated from it. */
@Module({
  imports: [AccountsModule, JurisdictionsModule, BillingModule, SearchModule, VerificationModule, EntitiesModule],
  controllers: [ToolArraysController],
  providers: [
    ...TOOLS.map((tool) => ({
      provide: tool.name,
      inject: [...tool.inject],
      useFactory: (...injected: unknown[]) => [tool, injected],
    })),
    {
      provide: ToolDependencies,
      inject: TOOLS.map(({ name }) => name),
      useFactory: (...entries: [Tool, unknown[]][]) => new ToolDependencies(entries),
    },
    CallTool,
  ],
  exports: [CallTool],
})
export class ToolsModule {}
