import { Module, type DynamicModule, type Type } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import type { Config } from '../config.js';
import { AccountsModule } from '../modules/accounts/accounts.module.js';
import { AdminModule } from '../modules/admin/admin.module.js';
import { AuthModule } from '../modules/auth/auth.module.js';
import { BatchesModule } from '../modules/batches/batches.module.js';
import { StripeModule } from '../modules/billing/stripe/stripe.module.js';
import { TestCheckoutModule } from '../modules/billing/checkout/test-checkout.module.js';
import { A2aModule } from '../modules/a2a/a2a.module.js';
import { McpModule } from '../modules/mcp/mcp.module.js';
import { SettingsModule } from '../modules/settings/settings.js';
import { SandboxClockModule } from '../modules/watches/sandbox-clock.module.js';
import { BillingModule } from '../modules/billing/billing.module.js';
import { ConsoleAdminModule } from '../console/admin/console-admin.module.js';
import { ConsoleModule } from '../console/console.module.js';
import { DiscoveryModule } from '../modules/discovery/discovery.module.js';
import { EntitiesModule } from '../modules/entities/entities.module.js';
import { EvidenceModule } from '../modules/evidence/evidence.module.js';
import { HealthModule } from '../modules/health/health.module.js';
import { AppErrorFilter } from '../modules/http/answers/app-error.filter.js';
import { HttpModule } from '../modules/http/http.module.js';
import { TasksModule } from '../modules/tasks/tasks.module.js';
import { MetricsModule } from '../modules/metrics/metrics.module.js';
import { OAuthModule } from '../modules/oauth/oauth.module.js';
import { RecordsModule } from '../modules/records/records.module.js';
import { SearchModule } from '../modules/search/search.module.js';
import { ToolsModule } from '../modules/tools/tools.module.js';
import { VerificationModule } from '../modules/verification/verification.module.js';
import { WatchesModule } from '../modules/watches/watches.module.js';
import { WebhooksModule } from '../modules/webhooks/webhooks.module.js';
import { AccountPortsModule } from './adapters/accounts.module.js';
import { BatchPortsModule } from './adapters/batches.module.js';
import { BillingPortsModule, StripePortsModule } from './adapters/billing.module.js';
import { ConfirmationPortsModule } from './adapters/confirmations.module.js';
import { PlatformModule } from './adapters/platform.module.js';
import { PostgresModule } from './adapters/postgres.module.js';
import { BullQueuesModule, InProcessQueuesModule } from './adapters/queues.module.js';
import { VerificationPortsModule } from './adapters/verification.module.js';
import { WebhookPortsModule } from './adapters/webhooks.module.js';
import { WatchPortsModule } from './adapters/watches.module.js';
import { InfrastructureModule, type Infrastructure } from './infrastructure.js';

/** Selects the features this process serves. The bindings of ports to adapters are in adapters/. */
@Module({})
export class AppModule {
  static compose(infrastructure: Infrastructure): DynamicModule {
    const { config, version } = infrastructure;
    const { role } = config;
    return {
      module: AppModule,
      imports: [
        InfrastructureModule.forRoot(infrastructure),
        SettingsModule.forRoot({ ...config, version }),
        PlatformModule,
        PostgresModule,
        config.redis ? BullQueuesModule : InProcessQueuesModule,
        AccountPortsModule,
        BillingPortsModule,
        ConfirmationPortsModule,
        VerificationPortsModule,
        WebhookPortsModule,
        WatchPortsModule,
        BatchPortsModule,
        HealthModule,
        ...(config.metrics ? [MetricsModule] : []),
        ...(role === 'worker' ? [] : apiModules(config)),
        ...(role === 'api' ? [] : [TasksModule]),
      ],
      providers: [{ provide: APP_FILTER, useClass: AppErrorFilter }],
    };
  }
}

function apiModules(config: Config): Type[] {
  const hasAdmin = config.adminKeys.length > 0;
  return [
    HttpModule,
    AccountsModule,
    OAuthModule,
    AuthModule,
    DiscoveryModule,
    BillingModule,
    ...processorModules(config),
    SearchModule,
    VerificationModule,
    EntitiesModule,
    EvidenceModule,
    RecordsModule,
    WebhooksModule,
    WatchesModule,
    ...(config.registryMode === 'sandbox' ? [SandboxClockModule] : []),
    BatchesModule,
    ToolsModule,
    McpModule,
    A2aModule,
    ...(config.console ? [ConsoleModule] : []),
    ...(hasAdmin ? [AdminModule] : []),
    ...(hasAdmin && config.console ? [ConsoleAdminModule] : []),
  ];
}

/** Without billing, there is no payment processor; without Stripe, our own test checkout. */
function processorModules({ billing, stripe }: Config): Type[] {
  if (!billing) return [];
  return stripe ? [StripePortsModule, StripeModule] : [TestCheckoutModule];
}
