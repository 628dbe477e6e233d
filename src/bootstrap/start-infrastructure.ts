import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createLogger, PinoLog } from '../adapters/pino/log.js';
import { createDataSource } from '../adapters/postgres/client/data-source.js';
import { Database, installationId } from '../adapters/postgres/client/database.js';
import { migrate } from '../adapters/postgres/client/migrate.js';
import { ReadReplica } from '../adapters/postgres/client/read-replica.js';
import { connectRedis } from '../adapters/redis/connection.js';
import { SandboxWatchClock } from '../adapters/postgres/watches/sandbox-clock.js';
import { hasOwnSessions } from '../adapters/postgres/client/own-sessions.js';
import { EmbeddedPostgres } from '../adapters/postgres/embedded/embedded-postgres.js';
import { PrometheusMetrics } from '../adapters/prometheus/prometheus-metrics.js';
import { ConfigError, type Config } from '../config.js';
import type { Infrastructure } from './infrastructure.js';
import type { Lifecycle } from './lifecycle.js';
import { packageVersion } from './package-version.js';
import { connectRegistries } from './registries.js';
import { NoTracing } from '../adapters/in-process/left-out.js';
import type { Tracing } from '../core/tracing/ports.js';

const POOL_SIZE = 8;
const POOLED =
  'DATABASE_URL must give each connection a session of its own, which a pooler in transaction mode does not: use its session mode (pool_mode = session)';

const root = fileURLToPath(new URL('../..', import.meta.url));
const say = (line: string) => console.log(line);

/**
 * Starts what the application needs before it is composed: the database, whose installation id
 * names the queues, and the registers. `lifecycle` closes the database after the application, which
 * closes everything else.
 */
export async function startInfrastructure(config: Config, lifecycle: Lifecycle): Promise<Infrastructure> {
  const log = new PinoLog(createLogger(config.logLevel));
  const databaseUrl = config.databaseUrl ?? (await startPostgres(config, lifecycle));
  const dataSource = createDataSource({ url: databaseUrl, poolSize: POOL_SIZE });
  await dataSource.initialize();
  lifecycle.onEnd(() => dataSource.destroy());
  if (!(await hasOwnSessions(dataSource))) throw new ConfigError([POOLED]);
  const migrationsDir = join(root, 'migrations');
  await migrate(dataSource, migrationsDir, say);

  const metrics = new PrometheusMetrics();
  const version = packageVersion();
  const tracing = await tracingFor(config, version);
  const installation = await installationId(dataSource);
  const { databaseReplicaUrl: url } = config;
  // Connects on first use, so that a start never waits for a replica.
  const replica =
    url === undefined ? undefined : new ReadReplica({ url, poolSize: POOL_SIZE, installation }, log, metrics);
  const sandboxClock = config.registryMode === 'sandbox' ? new SandboxWatchClock(new Database(dataSource)) : undefined;
  const running = { config, installation, log, metrics, sandboxClock, say };
  const registers = await connectRegistries({ ...running, database: dataSource, databaseUrl });
  const redis = config.redis && connectRedis(config.redis, log);
  return { ...running, ...registers, version, migrationsDir, dataSource, replica, redis, tracing };
}

/** Loads the library only when spans are exported. */
export async function tracingFor({ traced, role }: Config, version: string): Promise<Tracing> {
  if (!traced) return new NoTracing();
  const { OpenTelemetryTracing } = await import('../adapters/opentelemetry/tracing.js');
  return new OpenTelemetryTracing(version, role);
}

async function startPostgres({ dataDir }: Config, lifecycle: Lifecycle): Promise<string> {
  const postgres = await EmbeddedPostgres.start({ dataDir: join(dataDir, 'postgres'), log: say });
  lifecycle.onEnd(() => postgres.stop());
  return postgres.url;
}
