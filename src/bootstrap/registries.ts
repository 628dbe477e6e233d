import { REGISTERS } from '../registers/registers.js';
import type { PostgresDataSource } from '../adapters/postgres/client/data-source.js';
import { connectRedis, keyPrefix, settled } from '../adapters/redis/connection.js';
import { Mirrors } from '../adapters/registries/bulk/mirrors/mirrors.js';
import { ConfiguredRegistries } from '../adapters/registries/configured-registries.js';
import { RedisThrottle } from '../adapters/registries/http/throttle/redis-throttle.js';
import { InProcessThrottle } from '../adapters/registries/http/throttle/throttle.js';
import type { SandboxWatchClock } from '../adapters/postgres/watches/sandbox-clock.js';
import type { Config } from '../config.js';
import type { Metrics } from '../core/metrics/ports.js';
import type { Log } from '../core/ports.js';
import type { SandboxEditions } from '../core/watches/ports.js';
import { openSandbox } from './sandbox.js';

interface RegistryDependencies {
  config: Config;
  database: PostgresDataSource;
  databaseUrl: string;
  installation: string;
  log: Log;
  metrics: Metrics;
  /** Set in sandbox mode. */
  sandboxClock?: SandboxWatchClock | undefined;
  say: (line: string) => void;
}

/**
 * Connects the registers of this installation: the official ones, or the sandbox in their place.
 */
export async function connectRegistries(
  dependencies: RegistryDependencies,
): Promise<{ registries: ConfiguredRegistries; sandboxEditions: SandboxEditions | undefined }> {
  const { config, database, log, metrics, sandboxClock: clock } = dependencies;
  const { registryMode: mode, sourceTimeoutMs: timeoutMs } = config;
  const registers = REGISTERS.inForce(config.jurisdictions);
  let onPublished = async () => undefined as void;
  const sandbox = clock && (await openSandbox({ ...dependencies, clock, onPublished: () => onPublished() }));
  const counted = {
    onUnknownStatus: (unknown: { source: string; status: string }) =>
      metrics.count('registry_unknown_statuses_total', unknown),
    onRowSkipped: (skipped: { source: string; reason: string }) =>
      metrics.count('registry_rows_skipped_total', skipped),
  };
  const mirrors = await Mirrors.open({
    registers,
    database,
    realm: mode,
    timeoutMs,
    log,
    ...counted,
    ...sandbox?.mirrors,
  });
  onPublished = () => mirrors.refresh();
  const registries = new ConfiguredRegistries({
    registers,
    mode,
    mirrors,
    urls: config.registryUrls,
    credentials: config.registerCredentials,
    timeoutMs,
    log,
    throttle: await throttleFor(dependencies),
    observe: ({ source, outcome, durationMs }) =>
      metrics.observe('source_call_duration_seconds', { source, outcome }, durationMs / 1000),
    ...counted,
    ...sandbox?.registries,
  });
  return { registries, sandboxEditions: sandbox?.editions };
}

/**
 * Only official registers need a shared throttle, and only Redis sees the requests of other
 * processes.
 */
async function throttleFor({ config, installation, log, metrics }: RegistryDependencies) {
  const { registryMode, redis: server } = config;
  if (registryMode !== 'live' || server === undefined) return undefined;
  const redis = connectRedis(server, log);
  await settled(redis);
  return new RedisThrottle(redis, keyPrefix(installation, server), new InProcessThrottle(), metrics);
}
