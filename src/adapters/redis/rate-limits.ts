import type { Redis } from 'ioredis';
import { RateLimits, type Window } from '../../core/limits/ports.js';
import type { Metrics } from '../../core/metrics/ports.js';

declare module 'ioredis' {
  interface RedisCommander {
    /** How many were counted in the window, with these, and when it ends. */
    countInMinute(key: string, by: number): Promise<[used: number, endsAtMs: number]>;
  }
}

/** The window is that of Redis's clock, so that replicas whose clocks differ count in the same one; it goes by itself when it is over. */
const COUNT_IN_MINUTE = `
local ends = (math.floor(redis.call('TIME')[1] / 60) + 1) * 60000
if ARGV[1] == '0' then return { tonumber(redis.call('GET', KEYS[1]) or '0'), ends } end
local used = redis.call('INCRBY', KEYS[1], ARGV[1])
if used == tonumber(ARGV[1]) then redis.call('PEXPIREAT', KEYS[1], ends) end
return { used, ends }`;

/** For this long after a failure nobody waits for Redis again. */
const TRY_AGAIN_AFTER_MS = 1_000;

/**
 * Counts in Redis, where all replicas count together. While Redis does not answer, each replica counts by itself with the same limit: a caller
 * may then make at most as many times the limit as there are replicas, and the metrics say that it is so.
 */
export class RedisRateLimits extends RateLimits {
  private awayUntil = 0;

  constructor(
    private readonly redis: Redis,
    private readonly prefix: string,
    private readonly local: RateLimits,
    private readonly metrics: Metrics,
  ) {
    super();
    redis.defineCommand('countInMinute', { numberOfKeys: 1, lua: COUNT_IN_MINUTE });
  }

  async count(bucket: string, limit: number): Promise<Window> {
    const shared = await this.ask(bucket, limit, 1);
    this.metrics.count('rate_limit_counts_total', { where: shared ? 'shared' : 'local' });
    return shared ?? this.local.count(bucket, limit);
  }

  async look(bucket: string, limit: number): Promise<Window> {
    return (await this.ask(bucket, limit, 0)) ?? this.local.look(bucket, limit);
  }

  private async ask(bucket: string, limit: number, by: number): Promise<Window | undefined> {
    if (performance.now() < this.awayUntil) return undefined;
    try {
      const [used, endsAtMs] = await this.redis.countInMinute(`${this.prefix}:limit:${bucket}`, by);
      return { limit, remaining: Math.max(0, limit - used), resetsAt: new Date(endsAtMs), within: used <= limit };
    } catch {
      this.awayUntil = performance.now() + TRY_AGAIN_AFTER_MS;
      return undefined;
    }
  }
}
