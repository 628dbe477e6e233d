import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import type { HealthIndicator } from '../../core/health.js';
import type { Log } from '../../core/ports.js';

const FIRST_CONNECTION_MS = 2_000;
const RECONNECT_AT_MOST_EVERY_MS = 1_000;
/** A Redis that is slower than this is no help to a request. */
const COMMAND_LIMIT_MS = 250;

/**
 * The connection for small questions asked on behalf of requests: what is asked in the same turn of the event loop travels together, and nothing
 * waits for a Redis that is away. Bull has connections of its own.
 */
export function connectRedis(url: string, log: Log): Redis {
  const redis = new Redis(url, {
    enableAutoPipelining: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: COMMAND_LIMIT_MS,
    connectTimeout: 2_000,
    retryStrategy: (attempt) => Math.min(attempt * 100, RECONNECT_AT_MOST_EVERY_MS),
  });
  let lost = false;
  redis.on('error', (error) => {
    if (!lost) log.warn('Redis is away', { error });
    lost = true;
  });
  redis.on('ready', () => {
    if (lost) log.info('Redis is back');
    lost = false;
  });
  return redis;
}

/** Once it is connected, or has been given its chance: a start waits for no Redis that is away. */
export async function settled(redis: Redis): Promise<void> {
  if (redis.status === 'ready') return;
  const ready = new Promise<void>((resolve) => redis.once('ready', () => resolve()));
  await Promise.race([ready, sleep(FIRST_CONNECTION_MS, undefined, { ref: false })]);
}

/** The service goes on without Redis, more slowly and counting by itself: this tells people, and takes no process out of service. */
export function redisIndicator(redis: Redis): HealthIndicator {
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
