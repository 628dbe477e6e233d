import { BullModule } from '@nestjs/bull';
import { Global, Module, type DynamicModule, type Type } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { JOB_KINDS, Log } from '../core/ports.js';
import { AppErrorFilter } from '../modules/http/app-error.filter.js';
import { AccountsModule } from '../modules/accounts/accounts.module.js';
import { AdminModule } from '../modules/admin/admin.module.js';
import { ToolsModule } from '../modules/tools/tools.module.js';
import { AuthModule } from '../modules/auth/auth.module.js';
import { LedgerCheckModule } from '../modules/billing/ledger-check.module.js';
import { BillingModule } from '../modules/billing/billing.module.js';
import { DiscoveryModule } from '../modules/discovery/discovery.module.js';
import { EntitiesModule } from '../modules/entities/entities.module.js';
import { HealthModule } from '../modules/health/health.module.js';
import { MetricsModule } from '../modules/metrics/metrics.module.js';
import { DocumentsModule } from '../modules/discovery/documents.module.js';
import { QuoteModule } from '../modules/quote/quote.module.js';
import { SearchModule } from '../modules/search/search.module.js';
import { VerificationModule } from '../modules/verification/verification.module.js';
import { WebhooksModule } from '../modules/webhooks/webhooks.module.js';
import { JobsModule } from '../modules/jobs/jobs.module.js';
import { adaptersFor, type AppDependencies } from './adapters.js';

/** The composition: which doors this process opens. Which adapter stands behind which port is said in providers.ts. Nothing else is decided here. */
@Global()
@Module({})
export class AppModule {
  static compose(dependencies: AppDependencies): DynamicModule {
    const { role, redisUrl, stripe, adminApiKey } = dependencies.config;
    const ports = adaptersFor(dependencies);
    const doors: (Type | DynamicModule)[] = [HealthModule, MetricsModule];
    if (role !== 'worker')
      doors.push(
        AuthModule,
        AccountsModule,
        BillingModule.with(stripe ? 'stripe' : 'test checkout'),
        VerificationModule,
        SearchModule,
        EntitiesModule,
        DiscoveryModule,
        DocumentsModule,
        WebhooksModule,
        QuoteModule,
        ToolsModule,
      );
    if (role !== 'worker' && adminApiKey) doors.push(AdminModule);
    if (role !== 'api') doors.push(JobsModule, LedgerCheckModule);
    return {
      module: AppModule,
      imports: [...(redisUrl ? queueModules(redisUrl, dependencies.installation) : []), ...doors],
      providers: [...ports, ...(role === 'worker' ? [workerFilter] : [])],
      exports: ports.map((provider) => ('provide' in provider ? provider.provide : provider)),
    };
  }
}

/** A worker has no guarded routes; elsewhere the filter comes with the guards. */
const workerFilter = { provide: APP_FILTER, useFactory: (log: Log) => new AppErrorFilter(log), inject: [Log] };

function queueModules(redisUrl: string, installation: string) {
  // Who works on a row is settled in Postgres; these only say how soon an entry that died with its worker is handed out again.
  const settings = { lockDuration: 10_000, lockRenewTime: 3_000, stalledInterval: 5_000, maxStalledCount: 2 };
  return [
    BullModule.forRoot({ url: redisUrl, prefix: `standing:${installation}`, settings }),
    BullModule.registerQueue(...JOB_KINDS.map((name) => ({ name }))),
  ];
}
