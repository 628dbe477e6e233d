import 'reflect-metadata';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { DataSource } from 'typeorm';
import { createLogger, PinoLog } from './adapters/pino/log.js';
import { createDataSource, installationId } from './adapters/postgres/client/database.js';
import { EmbeddedPostgres } from './adapters/postgres/embedded/embedded-postgres.js';
import { migrate } from './adapters/postgres/client/migrate.js';
import { PrometheusMetrics } from './adapters/prometheus/prometheus-metrics.js';
import { ConfiguredRegistries } from './adapters/registries/configured-registries.js';
import { RedisThrottle } from './adapters/registries/http/redis-throttle.js';
import { InProcessThrottle } from './adapters/registries/http/throttle.js';
import { connectRedis, settled } from './adapters/redis/connection.js';
import { importBundled } from './adapters/registries/bulk/bundled.js';
import { Mirrors } from './adapters/registries/bulk/mirrors.js';
import { createApplication } from './bootstrap/http-server.js';
import { ConfigError, loadConfig, type Config } from './config.js';
import { Readiness } from './core/health.js';
import type { Metrics } from './core/metrics/ports.js';
import type { Log } from './core/ports.js';
import { bulkExtracts } from './sandbox/bulk/files.js';
import { bulkOutcomes } from './sandbox/bulk/outcomes.js';
import { isForced } from './sandbox/forced-outcomes.js';
import { startSandbox } from './sandbox/server.js';
import { tracingFor } from './bootstrap/outside-world.js';
import { banner } from './bootstrap/banner.js';
import { startMirrorRefresh } from './bootstrap/mirror-refresh.js';

const POOL_SIZE = 8;
const SHUTDOWN_LIMIT_MS = 20_000;
const PARENT_CHECK_MS = 500;
const PORT_PATIENCE_MS = 3_000;
/** The engine judges by the last five seconds how busy it is. */
const REST_MS = 6_000;
const MOST_LOOKS = 4;
const SPARE_BYTES = 20_000_000;

const root = fileURLToPath(new URL('..', import.meta.url));
const say = (line: string) => console.log(line);

/** How long the operator wants requests to be answered after the process was told to end; the limit comes on top. */
let drainMs = 0;
/** What has to be undone at the end, the last first. */
const endings: (() => Promise<unknown>)[] = [];
let ending = false;

try {
  await start(loadConfig());
} catch (error) {
  // Whoever ends it while it starts takes away what it starts with.
  if (!ending) console.error(reasonNotToStart(error));
  await end(1);
}

async function start(config: Config): Promise<void> {
  // Also the second time: npm passes on what the whole group was sent, and that must not cut the end short.
  process.on('SIGINT', () => void end(0));
  process.on('SIGTERM', () => void end(0));
  if (config.startedByNpm) endWithParent();

  const log = new PinoLog(createLogger(config.logLevel));
  const databaseUrl = config.databaseUrl ?? (await startPostgres(config));
  const dataSource = createDataSource({ url: databaseUrl, poolSize: POOL_SIZE });
  await dataSource.initialize();
  endings.push(() => dataSource.destroy());
  const migrationsDir = join(root, 'migrations');
  await migrate(dataSource, migrationsDir, say);

  const metrics = new PrometheusMetrics();
  const tracing = await tracingFor(config, version());
  endings.push(async () => tracing.close?.());
  const mirrors = await openMirrors(config, dataSource, databaseUrl, log, metrics);
  endings.push(startMirrorRefresh(config, dataSource, log));
  const installation = await installationId(dataSource);
  const registries = await connectRegistries(config, installation, mirrors, log, metrics);
  const app = await createApplication({
    config,
    installation,
    version: version(),
    migrationsDir,
    dataSource,
    registries,
    log,
    metrics,
    tracing,
    say,
  });
  endings.push(() => app.close());
  drainMs = config.drainMs;
  endings.push(() => takeLeave(app.get(Readiness)));
  await freed(config);
  await app.listen({ port: config.port, host: config.host });
  const [sampleName = 'State Farm Mutual Automobile Insurance Company'] = registries.sampleNames('us-co') ?? [];
  say(banner(config, config.baseUrl ?? (await app.getUrl()), sampleName));
  void giveBackMemory();
}

/**
 * Starting leaves a third of the memory behind as waste, which the engine would keep until it needs the room. The first collection frees it; the room
 * itself is given back by a later one that finds little allocated in between.
 */
async function giveBackMemory(): Promise<void> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  await sleep(REST_MS, undefined, { ref: false });
  for (let look = 0; look < MOST_LOOKS; look++) {
    collect();
    const { heapTotal, heapUsed } = process.memoryUsage();
    if (heapTotal - heapUsed < SPARE_BYTES) return;
    await sleep(1_000, undefined, { ref: false });
  }
}

function reasonNotToStart(error: unknown): unknown {
  const unreachable = databaseFault(error);
  if (unreachable !== undefined) return `Standing cannot start: ${unreachable}`;
  if (error instanceof ConfigError) return `Standing cannot start: ${error.message}`;
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE' && 'port' in error) {
    return `Standing cannot start: port ${String(error.port)} is taken; set PORT to another one`;
  }
  return error;
}

/** What a person can mend at the database, in a few words; `undefined` for anything else. */
function databaseFault(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined;
  if (/^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/.test(error.code)) {
    return `the database of DATABASE_URL cannot be reached (${error.message || error.code})`;
  }
  // Invalid authorization, no such database, cannot connect now.
  if (/^(28|3D|57P0)/.test(error.code)) return `the database of DATABASE_URL refuses the connection (${error.message})`;
  return undefined;
}

/** Waits a moment for a predecessor that is on its way out; listening itself then says what is wrong, if anything is. */
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

/** Readiness goes first, and whoever sends requests here is given the time to notice; until then they are answered as ever. */
async function takeLeave(readiness: Readiness): Promise<void> {
  readiness.leave();
  await sleep(drainMs);
}

async function startPostgres(config: Config): Promise<string> {
  const postgres = await EmbeddedPostgres.start({ dataDir: join(config.dataDir, 'postgres'), log: say });
  endings.push(() => postgres.stop());
  return postgres.url;
}

async function openMirrors(
  config: Config,
  database: DataSource,
  databaseUrl: string,
  log: Log,
  metrics: Metrics,
): Promise<Mirrors> {
  const { registryMode: realm, sourceTimeoutMs: timeoutMs, sandboxDir } = config;
  if (realm === 'sandbox') await importBundled({ database, databaseUrl, extracts: bulkExtracts(sandboxDir), say });
  const outcomeOf = realm === 'sandbox' ? bulkOutcomes() : undefined;
  const onRowSkipped = (skipped: { source: string; reason: string }) =>
    metrics.count('registry_rows_skipped_total', skipped);
  const mirrors = await Mirrors.open({ database, realm, timeoutMs, outcomeOf, onRowSkipped, log });
  endings.push(() => mirrors.close());
  return mirrors;
}

async function connectRegistries(
  config: Config,
  installation: string,
  mirrors: Mirrors,
  log: Log,
  metrics: Metrics,
): Promise<ConfiguredRegistries> {
  const sandbox =
    config.registryMode === 'sandbox' ? await startSandbox({ extractsDir: config.sandboxDir, log: say }) : undefined;
  if (sandbox) endings.push(() => sandbox.close());
  return new ConfiguredRegistries({
    mode: config.registryMode,
    mirrors,
    sandboxOrigin: sandbox?.origin,
    sampleNames: sandbox && ((code) => sandbox.sampleNames(code)),
    exempt: sandbox ? isForced : undefined,
    urls: config.registryUrls,
    credentials: config.registerCredentials,
    timeoutMs: config.sourceTimeoutMs,
    log,
    turns: await turnsOf(config, installation, log, metrics),
    observe: ({ source, outcome, durationMs }) =>
      metrics.observe('source_call_duration_seconds', { source, outcome }, durationMs / 1000),
    onRowSkipped: (skipped) => metrics.count('registry_rows_skipped_total', skipped),
  });
}

/** Only the official registers are to be spared, and only Redis knows what the other processes ask. */
async function turnsOf({ registryMode, redisUrl }: Config, installation: string, log: Log, metrics: Metrics) {
  if (registryMode !== 'live' || redisUrl === undefined) return undefined;
  const redis = connectRedis(redisUrl, log);
  endings.push(async () => redis.disconnect());
  await settled(redis);
  return new RedisThrottle(redis, `standing:${installation}`, new InProcessThrottle(), metrics);
}

function version(): string {
  const { version: stated } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  return stated;
}

/** Ends in order: the doors, the connections, the server of our own; and ends anyway when that takes too long. */
async function end(exitCode: number): Promise<void> {
  if (ending) return;
  ending = true;
  setTimeout(() => process.exit(1), drainMs + SHUTDOWN_LIMIT_MS).unref();
  for (const undo of endings.reverse()) {
    await undo().catch((error: unknown) => console.error(error));
  }
  process.exit(exitCode);
}

/** `npm start` is what a person kills; the program behind it must not stay on and hold the port. */
function endWithParent(): void {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) void end(0);
  }, PARENT_CHECK_MS).unref();
}
