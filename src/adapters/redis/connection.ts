import { setTimeout as sleep } from 'node:timers/promises';
import { Cluster, Redis, type RedisOptions } from 'ioredis';
import type { HealthIndicator } from '../../core/health.js';
import type { Log } from '../../core/ports.js';

const FIRST_CONNECTION_MS = 2_000;
const RECONNECT_AT_MOST_EVERY_MS = 1_000;
const SLOTS_REFRESHED_EVERY_MS = 5_000;
/** A Redis slower than this does not help a request. */
const COMMAND_LIMIT_MS = 250;
/** The handshake may take longer: no request waits for it, and a starting process is busy. */
const HANDSHAKE_LIMIT_MS = 2_000;

/** One server, or some of a cluster's nodes. */
export interface RedisServer {
  /** `redis:` or `rediss:` addresses. Exactly one unless it is a cluster. */
  nodes: readonly string[];
  cluster: boolean;
}

export type RedisConnection = Redis | Cluster;

/**
 * Prefix of all keys of an installation. In a cluster it is a hash tag, because a script that
 * touches several keys needs them on one node.
 */
export function keyPrefix(installation: string, { cluster }: RedisServer): string {
  return cluster ? `{standing:${installation}}` : `standing:${installation}`;
}

/**
 * Connects to a cluster and finds its nodes again after a failover. Commands sent in the meantime
 * are retried only a few times, because a request may be waiting.
 */
export function connectCluster(nodes: readonly string[], redisOptions: RedisOptions): Cluster {
  const { username, password, protocol } = new URL(nodes[0] ?? '');
  return new Cluster([...nodes], {
    redisOptions: {
      ...redisOptions,
      ...(username && { username: decodeURIComponent(username) }),
      ...(password && { password: decodeURIComponent(password) }),
      ...(protocol === 'rediss:' && { tls: {} }),
    },
    enableAutoPipelining: redisOptions.enableAutoPipelining,
    enableOfflineQueue: redisOptions.enableOfflineQueue,
    clusterRetryStrategy: reconnectAfter,
    maxRedirections: 3,
    slotsRefreshInterval: SLOTS_REFRESHED_EVERY_MS,
  });
}

/**
 * The connection for short commands on behalf of requests. Commands of one turn of the event loop
 * are pipelined, and nothing waits for an unreachable Redis. Bull has connections of its own.
 */
export function connectRedis({ nodes, cluster }: RedisServer, log: Log): RedisConnection {
  const options: RedisOptions = {
    enableAutoPipelining: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: HANDSHAKE_LIMIT_MS,
    connectTimeout: 2_000,
  };
  const redis = cluster
    ? connectCluster(nodes, options).on('+node', limitCommands)
    : limitCommands(new Redis(nodes[0] ?? '', { ...options, retryStrategy: reconnectAfter }));
  let lost = false;
  redis.on('error', (error) => {
    if (!lost) log.warn('Redis is unreachable', { error });
    lost = true;
  });
  redis.on('ready', () => {
    if (lost) log.info('Redis is reachable again');
    lost = false;
  });
  return redis;
}

function limitCommands(redis: Redis): Redis {
  redis.on('ready', () => (redis.options.commandTimeout = COMMAND_LIMIT_MS));
  redis.on('close', () => (redis.options.commandTimeout = HANDSHAKE_LIMIT_MS));
  return redis;
}

const reconnectAfter = (attempt: number): number => Math.min(attempt * 100, RECONNECT_AT_MOST_EVERY_MS);

/** Resolves once connected, or after a time limit: startup does not depend on Redis. */
export async function settled(redis: RedisConnection): Promise<void> {
  if (redis.status === 'ready') return;
  const ready = new Promise<void>((resolve) => redis.once('ready', () => resolve()));
  await Promise.race([ready, sleep(FIRST_CONNECTION_MS, undefined, { ref: false })]);
}

/**
 * Informational only: without Redis the service continues, more slowly and with per-process limits.
 */
export function redisIndicator(redis: RedisConnection): HealthIndicator {
  return {
    name: 'redis',
    check: async () => {
      const reachable = await redis.ping().then(
        () => true,
        () => false,
      );
      return { reachable };
    },
  };
}
