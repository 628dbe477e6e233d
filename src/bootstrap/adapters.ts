import { getQueueToken } from '@nestjs/bull';
import type { Provider } from '@nestjs/common';
import type { Queue } from 'bull';
import type { Redis } from 'ioredis';
import type { DataSource } from 'typeorm';
import { Argon2Passwords } from '../adapters/argon2/passwords.js';
import { BullJobs } from '../adapters/bull/jobs.js';
import { SystemClock } from '../adapters/in-process/clock.js';
import { InProcessJobs } from '../adapters/in-process/jobs.js';
import { InProcessRateLimits } from '../adapters/in-process/rate-limits.js';
import { PostgresAccounts } from '../adapters/postgres/accounts/accounts.js';
import { PostgresApiKeys } from '../adapters/postgres/accounts/api-keys.js';
import { PostgresAuditTrail } from '../adapters/postgres/support/audit-trail.js';
import { Database } from '../adapters/postgres/client/database.js';
import { PostgresDeliveries } from '../adapters/postgres/webhooks/deliveries.js';
import { PostgresJobRetention } from '../adapters/postgres/verification/job-retention.js';
import { PostgresEntities } from '../adapters/postgres/entities/entities.js';
import { PostgresEvents } from '../adapters/postgres/webhooks/events.js';
import { JOB_ENDED } from '../adapters/postgres/cache/channels.js';
import { PostgresJobReader } from '../adapters/postgres/verification/jobs.js';
import { PostgresSignInSessions } from '../adapters/postgres/accounts/sign-in-sessions.js';
import { PostgresOAuthGrants } from '../adapters/postgres/accounts/oauth-grants.js';
import { PostgresAccountExport } from '../adapters/postgres/accounts/account-export.js';
import { PostgresIdempotencyRecords } from '../adapters/postgres/verification/idempotency.js';
import {
  JURISDICTION_SWITCHED,
  PostgresJurisdictionSwitches,
} from '../adapters/postgres/support/jurisdiction-switches.js';
import { ledgerIndicator, PostgresLedgerAudit } from '../adapters/postgres/billing/ledger-audit.js';
import {
  ANSWER_CHANGED,
  ACCESS_CHANGED,
  ENTITY_CHANGED,
  EntityCache,
  RANKING_CHANGED,
} from '../adapters/postgres/cache/entity-cache.js';
import { KEY_HOLDER_CHANGED, ApiKeyCache } from '../adapters/postgres/cache/api-key-cache.js';
import { PostgresLedger } from '../adapters/postgres/billing/ledger.js';
import { Notifications } from '../adapters/postgres/cache/notifications.js';
import { PostgresOneTimeCodes } from '../adapters/postgres/accounts/one-time-codes.js';
import { PostgresPaymentRecords } from '../adapters/postgres/billing/payment-records.js';
import { PostgresPersonalData } from '../adapters/postgres/entities/personal-data.js';
import { PostgresOAuthRecords } from '../adapters/postgres/accounts/oauth-records.js';
import {
  migrationsIndicator,
  postgresIndicator,
  queueIndicator,
} from '../adapters/postgres/client/health-indicators.js';
import { PostgresRetrievals } from '../adapters/postgres/verification/retrievals.js';
import { ledgerMetrics, queueMetrics } from '../adapters/postgres/support/queue-metrics.js';
import { PostgresSearches } from '../adapters/postgres/verification/searches.js';
import { SecretBox, UnknownKey } from '../adapters/postgres/webhooks/secret-box.js';
import { PostgresSnapshots } from '../adapters/postgres/entities/snapshots.js';
import { PostgresLedgerQueries } from '../adapters/postgres/billing/ledger-queries.js';
import { PostgresSupportAccounts } from '../adapters/postgres/support/support-accounts.js';
import { PostgresSupportJobs } from '../adapters/postgres/support/support-jobs.js';
import { PostgresScheduleLock } from '../adapters/postgres/support/schedule-locks.js';
import { PostgresRetrievalTimings } from '../adapters/postgres/verification/retrieval-timings.js';
import { PostgresWebhookSecrets, WEBHOOK_SECRET_CHANGED } from '../adapters/postgres/webhooks/webhook-secrets.js';
import { connectRedis, redisIndicator, settled } from '../adapters/redis/connection.js';
import { RedisRateLimits } from '../adapters/redis/rate-limits.js';
import { ConfigError, type Config } from '../config.js';
import { Accounts, ApiKeys, AccountExport, OneTimeCodes, Passwords, SignInSessions } from '../core/accounts/ports.js';
import { AccessPolicy } from '../core/accounts/access-codes.js';
import { AdminKey } from '../core/admin/admin-key.js';
import { AuditTrail, SupportAccounts, SupportJobs } from '../core/admin/ports.js';
import { Ledger, LedgerAudit, PaymentRecords, LedgerQueries } from '../core/billing/ports.js';
import { PersonalData } from '../core/entities/personal-data.js';
import { Entities, Snapshots } from '../core/entities/ports.js';
import { SnapshotRetention } from '../core/maintenance/purge-snapshots.js';
import { Readiness } from '../core/health.js';
import { IdempotencyRecords } from '../core/idempotency/ports.js';
import { RateLimits } from '../core/rate-limits/ports.js';
import { AccountLimiter } from '../core/concurrency/account-limiter.js';
import { MetricsToken } from '../core/metrics/metrics-token.js';
import { Metrics } from '../core/metrics/ports.js';
import { sourceStates } from '../core/metrics/source-states.js';
import { Grants, OAuthRecords } from '../core/oauth/ports.js';
import { Clock, Jobs, Log, Transaction } from '../core/ports.js';
import { JurisdictionSwitches, Registries } from '../core/registries/ports.js';
import { JobRetentionPeriod } from '../core/maintenance/purge-expired.js';
import { ScheduleLock } from '../core/maintenance/schedule-lock.js';
import { Searches } from '../core/search/ports.js';
import { Tracing } from '../core/tracing/ports.js';
import { JobRetention, JobReader, Retrievals, RetrievalTimings } from '../core/verification/ports.js';
import { Deliveries, Events, WebhookSecrets } from '../core/webhooks/ports.js';
import { AgentSettings } from '../modules/tools/agent-settings.js';
import { ServiceFacts } from '../modules/discovery/service-facts.js';
import { PublicUrl } from '../modules/http/public-url.js';
import { OAuthKeys } from '../modules/oauth/oauth-keys.js';
import { SearchWait } from '../modules/search/search-wait.js';
import { outgoingAdapters } from './outside-world.js';
import { webhookBody } from '../modules/webhooks/webhooks.response.js';

/** A whole attempt may need several calls, one after the other. */
const CALLS_PER_ATTEMPT = 6;

/** What has to be running before the application can be put together. */
export interface AppDependencies {
  config: Config;
  version: string;
  migrationsDir: string;
  dataSource: DataSource;
  /** The same for every process of this installation, and for no other. */
  installation: string;
  registries: Registries;
  log: Log;
  metrics: Metrics;
  tracing: Tracing;
  /** Tells the person at the console. */
  say: (line: string) => void;
}

const CHANNELS = [
  JOB_ENDED,
  JURISDICTION_SWITCHED,
  KEY_HOLDER_CHANGED,
  ENTITY_CHANGED,
  ANSWER_CHANGED,
  RANKING_CHANGED,
  ACCESS_CHANGED,
  WEBHOOK_SECRET_CHANGED,
];

/** Which adapter stands behind which port. */
export function adaptersFor({
  config,
  version,
  migrationsDir,
  dataSource,
  registries,
  log,
  metrics,
  tracing,
  say,
  installation,
}: AppDependencies): Provider[] {
  const clock = new SystemClock();
  const db = new Database(dataSource);
  const notifications = new Notifications(db, CHANNELS, log);
  const holders = new ApiKeyCache(notifications);
  const memory = new EntityCache(notifications);
  const keys = new PostgresApiKeys(db, holders);
  const books = new PostgresLedgerAudit(db);
  const ttl = { entityMs: config.entityTtlMs, noMatchMs: config.noMatchTtlMs, rankingMs: config.searchTtlMs };
  const redis = config.redisUrl ? connectRedis(config.redisUrl, log) : undefined;
  const accountLimiter = new AccountLimiter();
  metrics.read(() => queueMetrics(db));
  metrics.read(() => ledgerMetrics(books));
  metrics.read(async () => sourceStates(registries));
  metrics.read(async () => [{ name: 'requests_waiting', labels: {}, value: accountLimiter.waiting }]);
  return [
    { provide: Log, useValue: log },
    { provide: Metrics, useValue: metrics },
    { provide: Tracing, useValue: tracing },
    { provide: MetricsToken, useValue: new MetricsToken(config.metricsToken) },
    { provide: Clock, useValue: clock },
    { provide: ScheduleLock, useValue: new PostgresScheduleLock(db) },
    { provide: Transaction, useValue: db },
    { provide: Notifications, useFactory: () => opened(notifications) },
    { provide: JurisdictionSwitches, useFactory: () => openSwitches(db, notifications, log) },
    { provide: AuditTrail, useValue: new PostgresAuditTrail(db) },
    { provide: SupportAccounts, useValue: new PostgresSupportAccounts(db, keys, holders) },
    { provide: SupportJobs, useValue: new PostgresSupportJobs(db) },
    { provide: Registries, useValue: registries },
    { provide: Accounts, useValue: new PostgresAccounts(db, holders) },
    { provide: ApiKeys, useValue: keys },
    { provide: OneTimeCodes, useValue: new PostgresOneTimeCodes(db) },
    ...outgoingAdapters(config, clock, log, say),
    { provide: Passwords, useValue: new Argon2Passwords() },
    { provide: AccountExport, useValue: new PostgresAccountExport(db) },
    { provide: LedgerQueries, useValue: new PostgresLedgerQueries(db) },
    { provide: LedgerAudit, useValue: books },
    { provide: PaymentRecords, useValue: new PostgresPaymentRecords(db) },
    { provide: AdminKey, useValue: new AdminKey(config.adminApiKey) },
    { provide: Ledger, useValue: new PostgresLedger(db, metrics) },
    { provide: Entities, useValue: new PostgresEntities(db, registries, memory, clock, ttl) },
    { provide: Snapshots, useValue: new PostgresSnapshots(db) },
    { provide: SnapshotRetention, useValue: new SnapshotRetention(config.snapshotsKeptMs) },
    { provide: PersonalData, useValue: new PostgresPersonalData(db, memory) },
    {
      provide: Retrievals,
      useFactory: (jobs: Jobs) => retrievalsFor(config, db, tracing, jobs),
      inject: [Jobs],
    },
    { provide: JobReader, useFactory: () => filedJobsFor(db, notifications) },
    { provide: RetrievalTimings, useValue: new PostgresRetrievalTimings(db) },
    { provide: Searches, useValue: new PostgresSearches(db) },
    { provide: JobRetention, useValue: new PostgresJobRetention(db) },
    { provide: JobRetentionPeriod, useValue: new JobRetentionPeriod(config.jobsKeptMs) },
    { provide: SearchWait, useValue: new SearchWait(config.searchWaitMs) },
    { provide: IdempotencyRecords, useValue: new PostgresIdempotencyRecords(db) },
    { provide: AccountLimiter, useValue: accountLimiter },
    { provide: RateLimits, useFactory: () => limitsFor(redis, installation, clock, metrics) },
    { provide: WebhookSecrets, useFactory: () => openSecrets(config, db, clock, notifications) },
    { provide: Events, useFactory: (jobs: Jobs) => new PostgresEvents(db, jobs, webhookBody), inject: [Jobs] },
    { provide: Deliveries, useValue: new PostgresDeliveries(db) },
    jobsFor(config, log, metrics),
    {
      provide: AccessPolicy,
      useValue: new AccessPolicy(config.codeTtlMs, config.encryptionKey, config.rateLimitPerMinute),
    },
    { provide: OAuthRecords, useValue: new PostgresOAuthRecords(db) },
    { provide: Grants, useValue: new PostgresOAuthGrants(db, holders) },
    { provide: SignInSessions, useValue: new PostgresSignInSessions(db) },
    { provide: OAuthKeys, useValue: oauthKeys(config) },
    { provide: PublicUrl, useValue: new PublicUrl(config.publicUrl, config.allowedOrigins) },
    { provide: AgentSettings, useValue: new AgentSettings(config.mcpAnonymousPerMinute) },
    {
      provide: ServiceFacts,
      useValue: new ServiceFacts(version, config.registryMode, config.rateLimitPerMinute, config.codeTtlMs),
    },
    {
      provide: Readiness,
      useValue: new Readiness([
        postgresIndicator(db),
        migrationsIndicator(dataSource, migrationsDir),
        queueIndicator(db),
        ledgerIndicator(books),
        ...(redis ? [redisIndicator(redis)] : []),
      ]),
    },
  ];
}

function oauthKeys({ encryptionKey, encryptionKeyPrevious }: Config): OAuthKeys {
  return new OAuthKeys(encryptionKey, ...(encryptionKeyPrevious ? [encryptionKeyPrevious] : []));
}

async function opened(notifications: Notifications) {
  await notifications.open();
  return { onApplicationShutdown: () => notifications.close(), notifications };
}

async function openSwitches(db: Database, notifications: Notifications, log: Log) {
  const switches = new PostgresJurisdictionSwitches(db, notifications, log);
  await switches.open();
  return Object.assign(switches, { onApplicationShutdown: () => switches.close() });
}

/** Seals again what an earlier key sealed; a secret that no given key opens stops the start. */
async function openSecrets(
  config: Config,
  db: Database,
  clock: Clock,
  notifications: Notifications,
): Promise<WebhookSecrets> {
  const before = config.encryptionKeyPrevious ? [config.encryptionKeyPrevious] : [];
  const secrets = new PostgresWebhookSecrets(db, new SecretBox(config.encryptionKey, ...before), clock, notifications);
  await secrets.sealAgain().catch((error: unknown) => {
    throw error instanceof UnknownKey ? new ConfigError([error.message]) : error;
  });
  return secrets;
}

function retrievalsFor({ sourceTimeoutMs, mostUnfinishedJobs }: Config, db: Database, tracing: Tracing, jobs: Jobs) {
  return new PostgresRetrievals(db, sourceTimeoutMs * CALLS_PER_ATTEMPT, mostUnfinishedJobs, tracing, jobs);
}

function filedJobsFor(db: Database, notifications: Notifications) {
  const jobReader = new PostgresJobReader(db, notifications);
  return Object.assign(jobReader, { onModuleDestroy: () => jobReader.stopWaiting() });
}

/** The one user of the shared connection closes it. */
async function limitsFor(redis: Redis | undefined, installation: string, clock: Clock, metrics: Metrics) {
  const local = new InProcessRateLimits(clock);
  if (!redis) return local;
  await settled(redis);
  const limits = new RedisRateLimits(redis, `standing:${installation}`, local, metrics);
  return Object.assign(limits, { onApplicationShutdown: () => redis.disconnect() });
}

function jobsFor({ redisUrl }: Config, log: Log, metrics: Metrics): Provider {
  if (!redisUrl) return { provide: Jobs, useValue: new InProcessJobs(log) };
  return {
    provide: Jobs,
    useFactory: (retrieval: Queue, delivery: Queue) => new BullJobs({ retrieval, delivery }, log, metrics),
    inject: [getQueueToken('retrieval'), getQueueToken('delivery')],
  };
}
