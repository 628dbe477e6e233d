import type { Server } from 'node:http';
import { Module, type DynamicModule } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { Redis } from 'ioredis';
import { SystemClock } from '../../adapters/in-process/clock.js';
import { ListeningAddress } from '../../adapters/in-process/listening-address.js';
import { InProcessRateLimits } from '../../adapters/in-process/rate-limits.js';
import { ledgerIndicator, PostgresLedgerAudit } from '../../adapters/postgres/billing/ledger-audit.js';
import { Database } from '../../adapters/postgres/client/database.js';
import { migrationsIndicator, postgresIndicator } from '../../adapters/postgres/client/health-indicators.js';
import { ledgerMetrics, queueMetrics } from '../../adapters/postgres/support/queue-metrics.js';
import { redisIndicator, settled } from '../../adapters/redis/connection.js';
import { RedisRateLimits } from '../../adapters/redis/rate-limits.js';
import { AccountLimiter } from '../../core/concurrency/account-limiter.js';
import { Readiness } from '../../core/health.js';
import { Metrics } from '../../core/metrics/ports.js';
import { sourceStates } from '../../core/metrics/source-states.js';
import { ServiceAddress } from '../../core/own-address.js';
import { Clock, Log } from '../../core/ports.js';
import { RateLimits } from '../../core/rate-limits/ports.js';
import { Tracing } from '../../core/tracing/ports.js';
import type { AppDependencies } from '../dependencies.js';
import { adapter, factory, portsModule } from './provide.js';

/** What every feature stands on: clock, log, metrics, limits, and whether all of it is there. */
@Module({})
export class PlatformModule {
  /** `redis` is closed by this module, its one user. */
  static forRoot(dependencies: AppDependencies, redis: Redis | undefined): DynamicModule {
    const { config, installation, log, metrics, tracing } = dependencies;
    const address = ({ httpAdapter }: HttpAdapterHost) =>
      new ListeningAddress(config.baseUrl, () => (httpAdapter.getHttpServer() as Server).address());
    const limits = (clock: Clock) => rateLimits(redis, installation, clock, metrics);
    const readings = (db: Database, audit: PostgresLedgerAudit, limiter: AccountLimiter) =>
      readMetrics(dependencies, db, audit, limiter);
    const readiness = (db: Database, audit: PostgresLedgerAudit) => readinessOf(dependencies, db, audit, redis);
    return portsModule(PlatformModule, [
      { provide: Log, useValue: log },
      { provide: Tracing, useValue: tracing },
      factory(Metrics, readings, Database, PostgresLedgerAudit, AccountLimiter),
      adapter(Clock, SystemClock),
      adapter(AccountLimiter, AccountLimiter),
      factory(ServiceAddress, address, HttpAdapterHost),
      factory(RateLimits, limits, Clock),
      factory(Readiness, readiness, Database, PostgresLedgerAudit),
    ]);
  }
}

/** What is measured when the metrics are read. */
function readMetrics(
  { metrics, registries }: AppDependencies,
  db: Database,
  audit: PostgresLedgerAudit,
  accountLimiter: AccountLimiter,
): Metrics {
  metrics.read(() => queueMetrics(db));
  metrics.read(() => ledgerMetrics(audit));
  metrics.read(async () => sourceStates(registries));
  metrics.read(async () => [{ name: 'requests_waiting', labels: {}, value: accountLimiter.waiting }]);
  return metrics;
}

function readinessOf(
  { dataSource, migrationsDir }: AppDependencies,
  db: Database,
  audit: PostgresLedgerAudit,
  redis: Redis | undefined,
): Readiness {
  return new Readiness([
    postgresIndicator(db),
    migrationsIndicator(dataSource, migrationsDir),
    ledgerIndicator(audit),
    ...(redis ? [redisIndicator(redis)] : []),
  ]);
}

async function rateLimits(
  redis: Redis | undefined,
  installation: string,
  clock: Clock,
  metrics: Metrics,
): Promise<RateLimits> {
  const local = new InProcessRateLimits(clock);
  if (!redis) return local;
  await settled(redis);
  const limits = new RedisRateLimits(redis, `standing:${installation}`, local, metrics);
  return Object.assign(limits, { onApplicationShutdown: () => redis.disconnect() });
}
