import { Module, type DynamicModule, type Type } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { PACKAGES } from '../core/billing/packages.js';
import type { Config } from '../config.js';
import { Log } from '../core/ports.js';
import { connectRedis } from '../adapters/redis/connection.js';
import { AccountsModule } from '../modules/accounts/accounts.module.js';
import { AdminModule } from '../modules/admin/admin.module.js';
import { AuthModule } from '../modules/auth/auth.module.js';
import { BatchWorkerModule } from '../modules/batches/batch-worker.module.js';
import { BatchesModule } from '../modules/batches/batches.module.js';
import { BillingModule } from '../modules/billing/billing.module.js';
import { LedgerCheckModule } from '../modules/billing/ledger-check.module.js';
import { ConsoleAdminModule } from '../modules/console/admin/console-admin.module.js';
import { ConsoleModule } from '../modules/console/console.module.js';
import { DiscoveryModule } from '../modules/discovery/discovery.module.js';
import { EntitiesModule } from '../modules/entities/entities.module.js';
import { HealthModule } from '../modules/health/health.module.js';
import { AppErrorFilter } from '../modules/http/answers/app-error.filter.js';
import { HttpModule } from '../modules/http/http.module.js';
import { JobsModule } from '../modules/jobs/jobs.module.js';
import { MetricsModule } from '../modules/metrics/metrics.module.js';
import { OAuthModule } from '../modules/oauth/oauth.module.js';
import { SearchModule } from '../modules/search/search.module.js';
import { ToolsModule } from '../modules/tools/tools.module.js';
import { VerificationModule } from '../modules/verification/verification.module.js';
import { WatchWorkerModule } from '../modules/watches/watch-worker.module.js';
import { WatchesModule } from '../modules/watches/watches.module.js';
import { WebhooksModule } from '../modules/webhooks/webhooks.module.js';
import { AccountPortsModule } from './adapters/accounts.module.js';
import { BatchPortsModule } from './adapters/batches.module.js';
import { BillingPortsModule } from './adapters/billing.module.js';
import { PlatformModule } from './adapters/platform.module.js';
import { PostgresModule } from './adapters/postgres.module.js';
import { QueuesModule } from './adapters/queues.module.js';
import { VerificationPortsModule } from './adapters/verification.module.js';
import { WebhookPortsModule } from './adapters/webhooks.module.js';
import { WatchPortsModule } from './adapters/watches.module.js';
import type { AppDependencies } from './dependencies.js';

/** The composition: which features this process serves, and with which settings. Which adapter stands behind which port is said in adapters/. */
@Module({})
export class AppModule {
  static compose(dependencies: AppDependencies): DynamicModule {
    const { config } = dependencies;
    const { role } = config;
    return {
      module: AppModule,
      imports: [
        ...adapterModules(dependencies),
        HealthModule,
        ...(config.metrics ? [MetricsModule.forRoot({ token: config.metricsToken })] : []),
        ...(role === 'worker' ? [] : apiModules(dependencies)),
        ...(role === 'api' ? [] : workerModules(config)),
      ],
      providers: role === 'worker' ? [workerFilter] : [],
    };
  }
}

/** A worker has no guarded routes; elsewhere the filter comes with the guards. */
const workerFilter = { provide: APP_FILTER, useFactory: (log: Log) => new AppErrorFilter(log), inject: [Log] };

function adapterModules(dependencies: AppDependencies): DynamicModule[] {
  const { config, log } = dependencies;
  const redis = config.redis ? connectRedis(config.redis, log) : undefined;
  return [
    PlatformModule.forRoot(dependencies, redis),
    PostgresModule.forRoot(dependencies),
    QueuesModule.forRoot(dependencies),
    AccountPortsModule.forRoot(dependencies),
    BillingPortsModule.forRoot(dependencies),
    VerificationPortsModule.forRoot(dependencies),
    WebhookPortsModule.forRoot(dependencies),
    WatchPortsModule.forRoot(dependencies),
    BatchPortsModule.forRoot(),
  ];
}

function apiModules({ config, version }: AppDependencies): (Type | DynamicModule)[] {
  const { codeTtlMs, rateLimitPerMinute, registryMode } = config;
  const http = HttpModule.forRoot({
    publicUrl: config.publicUrl,
    allowedOrigins: config.allowedOrigins,
    termsUrl: config.termsUrl,
  });
  const { signUp, freeCredits } = config;
  const codeSecret = config.encryptionKey;
  const accounts = AccountsModule.forRoot({ codeTtlMs, codeSecret, rateLimitPerMinute, signUp, freeCredits });
  const oauth = OAuthModule.forRoot(
    { passphrases: passphrases(config), nativeSchemes: config.nativeSchemes },
    accounts,
  );
  const auth = AuthModule.forRoot(
    {
      adminApiKey: config.adminApiKey,
      agentsPerMinute: config.mcpAnonymousPerMinute,
      openPerMinute: config.openPerMinute,
    },
    accounts,
    oauth,
  );
  const packages = config.billing ? PACKAGES : [];
  const facts = { version, registryMode, rateLimitPerMinute, codeTtlMs, freeCredits, packages };
  const discovery = DiscoveryModule.forRoot({ facts, securityContact: addressIn(config.mailFrom) });
  const billing = BillingModule.forRoot(
    { processor: processorOf(config), formSecret: config.encryptionKey },
    discovery,
  );
  const watches = WatchesModule.forRoot({ sandbox: registryMode === 'sandbox' });
  const search = SearchModule.forRoot({ defaultWaitMs: config.searchWaitMs });
  const admin = config.adminApiKey ? AdminModule.forRoot(auth, accounts) : undefined;
  return [
    http,
    accounts,
    oauth,
    auth,
    discovery,
    billing,
    search,
    VerificationModule,
    EntitiesModule,
    WebhooksModule,
    watches,
    BatchesModule,
    ToolsModule.over(accounts, discovery, billing, search),
    ...(config.console ? [ConsoleModule.over(accounts, oauth, auth, discovery, billing, watches)] : []),
    ...(admin ? [admin] : []),
    ...(admin && config.console ? [ConsoleAdminModule.over(auth, discovery, admin)] : []),
  ];
}

function workerModules(config: Config): (Type | DynamicModule)[] {
  const { jobsKeptMs, snapshotsKeptMs, entityTtlMs, noMatchTtlMs, searchTtlMs: rankingsUsedMs } = config;
  const answersUsedMs = Math.max(entityTtlMs, noMatchTtlMs);
  return [
    JobsModule.forRoot({ jobsKeptMs, snapshotsKeptMs, answersUsedMs, rankingsUsedMs }),
    LedgerCheckModule,
    WatchWorkerModule,
    BatchWorkerModule,
  ];
}

function processorOf({ billing, stripe }: Config): 'stripe' | 'sandbox' | 'none' {
  if (!billing) return 'none';
  return stripe ? 'stripe' : 'sandbox';
}

/** The key in use first, then the one before it. */
function passphrases({ encryptionKey, encryptionKeyPrevious }: Config): string[] {
  return [encryptionKey, ...(encryptionKeyPrevious ? [encryptionKeyPrevious] : [])];
}

/** `Standing <standing@example.com>` → `standing@example.com`. */
function addressIn(mailbox: string): string {
  return /<([^<>]+)>/.exec(mailbox)?.[1] ?? mailbox;
}
