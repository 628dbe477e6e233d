import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createLogger, PinoLog } from '../adapters/pino/log.js';
import { createDataSource } from '../adapters/postgres/client/data-source.js';
import { Database, installationId } from '../adapters/postgres/client/database.js';
import { migrate } from '../adapters/postgres/client/migrate.js';
import { ReadReplica } from '../adapters/postgres/client/read-replica.js';
import { SandboxWorldClock } from '../adapters/postgres/watches/sandbox-clock.js';
import { hasOwnSessions } from '../adapters/postgres/client/own-sessions.js';
import { EmbeddedPostgres } from '../adapters/postgres/embedded/embedded-postgres.js';
import { PrometheusMetrics } from '../adapters/prometheus/prometheus-metrics.js';
import { ConfigError, type Config } from '../config.js';
import { Readiness } from '../core/health.js';
import type { Metrics } from '../core/metrics/ports.js';
import type { Log } from '../core/ports.js';
import { tracingFor } from './tracing.js';
import { banner } from './banner.js';
import { createApplication } from './http-server.js';
import type { Lifecycle } from './lifecycle.js';
import { packageVersion } from './package-version.js';
import { connectRegistries } from './registries.js';

const POOL_SIZE = 8;
const PORT_PATIENCE_MS = 3_000;
const POOLED =
  'DATABASE_URL must give each connection a session of its own, which a pooler in transaction mode does not: use its session mode (pool_mode = session)';

const root = fileURLToPath(new URL('../..', import.meta.url));
const say = (line: string) => console.log(line);

/** Starts everything the configuration asks for, in order; `lifecycle` closes it again. */
export async function start(config: Config, lifecycle: Lifecycle): Promise<void> {
  lifecycle.listen(config);
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
  lifecycle.onEnd(async () => tracing.close?.());
  const installation = await installationId(dataSource);
  const replica = connectReplica(config, { installation, log, metrics, lifecycle });
  const sandboxWorld = config.registryMode === 'sandbox' ? new SandboxWorldClock(new Database(dataSource)) : undefined;
  const { registries, sandboxEditions } = await connectRegistries({
    sandboxWorld,
    config,
    database: dataSource,
    databaseUrl,
    installation,
    log,
    metrics,
    lifecycle,
    say,
  });
  const app = await createApplication({
    config,
    installation,
    version,
    migrationsDir,
    dataSource,
    replica,
    registries,
    log,
    metrics,
    tracing,
    sandboxWorld,
    sandboxEditions,
    say,
  });
  lifecycle.onEnd(() => app.close());
  lifecycle.allowDraining(config.drainMs);
  lifecycle.onEnd(() => drain(app.get(Readiness), config.drainMs));
  await freed(config);
  await app.listen({ port: config.port, host: config.host });
  const [sampleName = 'State Farm Mutual Automobile Insurance Company'] = registries.sampleNames('us-co') ?? [];
  say(banner(config, config.baseUrl ?? (await app.getUrl()), sampleName));
}

/** Connected when it is needed: a start waits for no replica. */
function connectReplica(
  { databaseReplicaUrl: url }: Config,
  { installation, log, metrics, lifecycle }: { installation: string; log: Log; metrics: Metrics; lifecycle: Lifecycle },
): ReadReplica | undefined {
  if (url === undefined) return undefined;
  const replica = new ReadReplica({ url, poolSize: POOL_SIZE, installation }, log, metrics);
  lifecycle.onEnd(() => replica.close());
  return replica;
}

/**
 * Waits a moment for a predecessor that is on its way out; listening itself then says what is
 * wrong, if anything is.
 */
async function freed({ port, host }: Config): Promise<void> {
  for (const deadline = Date.now() + PORT_PATIENCE_MS; Date.now() < deadline; await sleep(200)) {
    const probe = createServer().listen(port, host);
    const free = await once(probe, 'listening').then(
      () => true,
      () => false,
    );
    probe.close();
    if (free) return;
  }
}

/**
 * Readiness ends first, and load balancers get the time to notice; until then requests are answered
 * as usual.
 */
async function drain(readiness: Readiness, drainMs: number): Promise<void> {
  readiness.leave();
  await sleep(drainMs);
}

async function startPostgres({ dataDir }: Config, lifecycle: Lifecycle): Promise<string> {
  const postgres = await EmbeddedPostgres.start({ dataDir: join(dataDir, 'postgres'), log: say });
  lifecycle.onEnd(() => postgres.stop());
  return postgres.url;
}
