import type { PostgresDataSource } from '../adapters/postgres/client/data-source.js';
import { connectRedis, keyPrefix, settled } from '../adapters/redis/connection.js';
import { BundledEditions } from '../adapters/registries/bulk/importing/bundled-editions.js';
import { Mirrors } from '../adapters/registries/bulk/mirrors/mirrors.js';
import { ConfiguredRegistries } from '../adapters/registries/configured-registries.js';
import { RedisThrottle } from '../adapters/registries/http/throttle/redis-throttle.js';
import { InProcessThrottle } from '../adapters/registries/http/throttle/throttle.js';
import type { SandboxWatchClock } from '../adapters/postgres/watches/sandbox-clock.js';
import type { Config } from '../config.js';
import type { Metrics } from '../core/metrics/ports.js';
import type { Log } from '../core/ports.js';
import { bulkOutcomes } from '../sandbox/bulk/outcomes.js';
import { extractsAt, nextPublication } from '../sandbox/bulk/story.js';
import { isForced } from '../sandbox/forced-outcomes.js';
import { asksForBlind, sceneAt } from '../sandbox/script.js';
import { headersAt, SandboxRegisters } from '../sandbox/sandbox-registers.js';
import { exchangeWith, SANDBOX_ORIGIN } from './sandbox-exchange.js';

interface RegistryDependencies {
  config: Config;
  database: PostgresDataSource;
  databaseUrl: string;
  installation: string;
  log: Log;
  metrics: Metrics;
  /** In sandbox mode. */
  sandboxClock?: SandboxWatchClock | undefined;
  say: (line: string) => void;
}

/**
 * The registers of this installation: the official ones, or the sandbox that stands in for them.
 */
export async function connectRegistries(
  dependencies: RegistryDependencies,
): Promise<{ registries: ConfiguredRegistries; sandboxEditions: BundledEditions | undefined }> {
  const { config, log, metrics, say, sandboxClock } = dependencies;
  const { mirrors, sandboxEditions } = await openMirrors(dependencies);
  const sandbox =
    config.registryMode === 'sandbox'
      ? new SandboxRegisters({
          extractsDir: config.sandboxDir,
          log: say,
          ...(sandboxClock && { now: () => sandboxClock.now() }),
        })
      : undefined;
  const registries = new ConfiguredRegistries({
    mode: config.registryMode,
    mirrors,
    ...(sandbox && { sandboxOrigin: SANDBOX_ORIGIN, sandboxExchange: exchangeWith(sandbox) }),
    sampleNames: sandbox && ((code) => sandbox.sampleNames(code)),
    exempt: sandbox ? isForced : undefined,
    urls: config.registryUrls,
    credentials: config.registerCredentials,
    timeoutMs: config.sourceTimeoutMs,
    sandboxTime: sandboxClock && (() => sandboxClock.now()),
    sandboxHeadersAt: headersAt,
    log,
    throttle: await throttleFor(dependencies),
    observe: ({ source, outcome, durationMs }) =>
      metrics.observe('source_call_duration_seconds', { source, outcome }, durationMs / 1000),
    onUnknownStatus: (unknown) => metrics.count('registry_unknown_statuses_total', unknown),
    onRowSkipped: (skipped) => metrics.count('registry_rows_skipped_total', skipped),
  });
  return { registries, sandboxEditions };
}

async function openMirrors({
  config,
  database,
  databaseUrl,
  log,
  metrics,
  sandboxClock,
  say,
}: RegistryDependencies): Promise<{ mirrors: Mirrors; sandboxEditions: BundledEditions | undefined }> {
  const { registryMode: realm, sourceTimeoutMs: timeoutMs, sandboxDir } = config;
  let onPublished = async () => undefined as void;
  const sandboxEditions =
    sandboxClock &&
    new BundledEditions({
      database,
      databaseUrl,
      extractsAt: (moment, scratch) => extractsAt(moment, { folder: sandboxDir, scratch }),
      nextPublication,
      onPublished: () => onPublished(),
      say,
    });
  if (sandboxEditions) await sandboxEditions.publish(await sandboxClock.now());
  const silentAbout =
    sandboxClock && (async (name: string) => asksForBlind(name) && sceneAt(await sandboxClock.now()).blind);
  const outcomeOf = realm === 'sandbox' ? bulkOutcomes() : undefined;
  const onRowSkipped = (skipped: { source: string; reason: string }) =>
    metrics.count('registry_rows_skipped_total', skipped);
  const onUnknownStatus = (unknown: { source: string; status: string }) =>
    metrics.count('registry_unknown_statuses_total', unknown);
  const mirrors = await Mirrors.open({
    database,
    realm,
    timeoutMs,
    outcomeOf,
    silentAbout,
    onRowSkipped,
    onUnknownStatus,
    log,
  });
  onPublished = () => mirrors.refresh();
  return { mirrors, sandboxEditions };
}

/**
 * Only the official registers are to be spared, and only Redis knows what the other processes ask.
 */
async function throttleFor({ config, installation, log, metrics }: RegistryDependencies) {
  const { registryMode, redis: server } = config;
  if (registryMode !== 'live' || server === undefined) return undefined;
  const redis = connectRedis(server, log);
  await settled(redis);
  return new RedisThrottle(redis, keyPrefix(installation, server), new InProcessThrottle(), metrics);
}
