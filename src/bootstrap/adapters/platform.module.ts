import type { Server } from 'node:http';
import { Global, Module } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { SystemClock } from '../../adapters/in-process/clock.js';
import { ListeningAddress } from '../../adapters/in-process/listening-address.js';
import { InProcessRateLimits } from '../../adapters/in-process/rate-limits.js';
import { ledgerIndicator, ledgerAhead, PostgresLedgerAudit } from '../../adapters/postgres/billing/ledger-audit.js';
import { Database } from '../../adapters/postgres/client/database.js';
import {
  migrationsIndicator,
  postgresIndicator,
  writesIndicator,
} from '../../adapters/postgres/client/health-indicators.js';
import { connectionMetrics, ledgerMetrics, queueMetrics } from '../../adapters/postgres/maintenance/queue-metrics.js';
import { evidenceMetrics } from '../../adapters/postgres/entities/evidence-store.js';
import { watchMetrics } from '../../adapters/postgres/watches/watch-metrics.js';
import { keyPrefix, redisIndicator, settled } from '../../adapters/redis/connection.js';
import { RedisRateLimits } from '../../adapters/redis/rate-limits.js';
import { AccountLimiter } from '../../core/concurrency/account-limiter.js';
import { Readiness } from '../../core/health.js';
import { Metrics } from '../../core/metrics/ports.js';
import { editionAges, probeStates, sourceStates } from '../../core/metrics/source-states.js';
import { Clock, Log, ServiceAddress } from '../../core/ports.js';
import { RegisterProbes } from '../../core/registries/probes.js';
import { RateLimits } from '../../core/rate-limits/ports.js';
import { Tracing } from '../../core/tracing/ports.js';
import { Infrastructure } from '../infrastructure.js';
import { factory, ports } from './provide.js';

/** Ports that every feature uses: clock, log, metrics, limits, readiness. */
@Global()
@Module(
  ports(
    factory(Log, ({ log }) => log, Infrastructure),
    factory(Tracing, ({ tracing }) => tracing, Infrastructure),
    factory(
      Metrics,
      readMetrics,
      Infrastructure,
      Database,
      PostgresLedgerAudit,
      AccountLimiter,
      Readiness,
      RegisterProbes,
    ),
    { provide: Clock, useClass: SystemClock },
    { provide: AccountLimiter, useClass: AccountLimiter },
    factory(ServiceAddress, serviceAddress, Infrastructure, HttpAdapterHost),
    factory(RateLimits, openRateLimits, Infrastructure, Clock),
    factory(Readiness, readinessOf, Infrastructure, Database, PostgresLedgerAudit),
  ),
)
export class PlatformModule {}

function serviceAddress({ config }: Infrastructure, { httpAdapter }: HttpAdapterHost): ServiceAddress {
  return new ListeningAddress(config.baseUrl, () => (httpAdapter.getHttpServer() as Server).address());
}

/** Registers the metrics that are measured on each scrape. */
function readMetrics(
  { config, metrics, registries, version }: Infrastructure,
  db: Database,
  audit: PostgresLedgerAudit,
  accountLimiter: AccountLimiter,
  readiness: Readiness,
  probes: RegisterProbes,
): Metrics {
  const build = { version, node: process.versions.node, role: config.role };
  metrics.read(async () => [{ name: 'build_info', labels: build, value: 1 }]);
  metrics.read(async () => [{ name: 'ready', labels: {}, value: (await readiness.isReady()) ? 1 : 0 }]);
  metrics.read(async () => connectionMetrics(db));
  metrics.read(async () => editionAges(registries, new Date()));
  metrics.read(() => queueMetrics(db));
  metrics.read(() => ledgerAhead(db));
  metrics.read(() => watchMetrics(db, config.registryMode === 'sandbox'));
  metrics.read(() => evidenceMetrics(db));
  metrics.read(() => ledgerMetrics(audit));
  metrics.read(async () => sourceStates(registries));
  metrics.read(async () => probeStates(registries, probes));
  metrics.read(async () => [{ name: 'requests_waiting', labels: {}, value: accountLimiter.waiting }]);
  return metrics;
}

function readinessOf(
  { dataSource, migrationsDir, redis }: Infrastructure,
  db: Database,
  audit: PostgresLedgerAudit,
): Readiness {
  return new Readiness([
    postgresIndicator(db),
    writesIndicator(db),
    migrationsIndicator(dataSource, migrationsDir),
    ledgerIndicator(audit),
    ...(redis ? [redisIndicator(redis)] : []),
  ]);
}

/** Also closes Redis, as its main user. */
async function openRateLimits(
  { config, installation, metrics, redis }: Infrastructure,
  clock: Clock,
): Promise<RateLimits> {
  const local = new InProcessRateLimits(clock);
  if (!redis || !config.redis) return local;
  await settled(redis);
  const limits = new RedisRateLimits(redis, keyPrefix(installation, config.redis), local, metrics);
  return Object.assign(limits, { onApplicationShutdown: () => redis.disconnect() });
}
