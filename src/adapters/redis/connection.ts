import { setTimeout as sleep } from 'node:timers/promises';
import { Cluster, Redis, type RedisOptions } from 'ioredis';
import type { HealthIndicator } from '../../core/health.js';
import type { Log } from '../../core/ports.js';

const FIRST_CONNECTION_MS = 2_000;
const RECONNECT_AT_MOST_EVERY_MS = 1_000;
const SLOTS_REFRESHED_EVERY_MS = 5_000;
/** A Redis that is slower than this is no help to a request. */
const COMMAND_LIMIT_MS = 250;
/**
 * What a connection begins with may take longer: nobody waits for it, and a process that starts is
 * busy.
 */
const HANDSHAKE_LIMIT_MS = 2_000;

/** One server, or a cluster of which some nodes are known. */
export interface RedisServer {
  /** `redis:` or `rediss:` addresses; one when it is no cluster. */
  nodes: readonly string[];
  cluster: boolean;
}

export type RedisConnection = Redis | Cluster;

/**
 * What all keys of an installation begin with. In a cluster it is a hash tag: scripts that touch
 * several keys need them on one node.
 */
export function keyPrefix(installation: string, { cluster }: RedisServer): string {
  return cluster ? `{standing:${installation}}` : `standing:${installation}`;
}

/**
 * A connection to the nodes of a cluster, which are found again when another one takes over. What
 * is asked meanwhile is asked again a few times only, because somebody may be waiting.
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
 * The connection for small questions asked on behalf of requests: what is asked in the same turn of
 * the event loop travels together, and nothing waits for a Redis that is away. Bull has connections
 * of its own.
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

/** Once it is connected, or has been given its chance: a start waits for no Redis that is away. */
export async function settled(redis: RedisConnection): Promise<void> {
  if (redis.status === 'ready') return;
  const ready = new Promise<void>((resolve) => redis.once('ready', () => resolve()));
  await Promise.race([ready, sleep(FIRST_CONNECTION_MS, undefined, { ref: false })]);
}

/**
 * The service goes on without Redis, more slowly and counting by itself: this informs people, and
 * takes no process out of service.
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
