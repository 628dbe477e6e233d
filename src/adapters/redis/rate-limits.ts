import type { Redis } from 'ioredis';
import { RateLimits, type Window } from '../../core/rate-limits/ports.js';
import type { Metrics } from '../../core/metrics/ports.js';
import { Batcher } from '../../core/concurrency/batcher.js';

declare module 'ioredis' {
  interface RedisCommander {
    /** Keys, and as many numbers: how many were counted in each window, with these, after the time when all of them end. */
    countInMinute(keys: number, ...keysAndCounts: (string | number)[]): Promise<[endsAtMs: number, ...used: number[]]>;
  }
}

/** The window is that of Redis's clock, so that replicas whose clocks differ count in the same one; it goes by itself when it is over. */
const COUNT_IN_MINUTE = `
local ends = (math.floor(redis.call('TIME')[1] / 60) + 1) * 60000
local answer = { ends }
for i, key in ipairs(KEYS) do
  local by, used = tonumber(ARGV[i]), 0
  if by == 0 then used = tonumber(redis.call('GET', key) or '0')
  else
    used = redis.call('INCRBY', key, by)
    if used == by then redis.call('PEXPIREAT', key, ends) end
  end
  answer[i + 1] = used
end
return answer`;

/** A request to be counted, or with 0 one that only looks. */
interface Counted {
  bucket: string;
  by: 0 | 1;
}

/** How a window stood when it was one request's turn. */
interface Turn {
  used: number;
  endsAtMs: number;
}

/** For this long after a failure nobody waits for Redis again. */
const TRY_AGAIN_AFTER_MS = 1_000;

/**
 * Counts in Redis, where all replicas count together, and one command counts all who wait. While Redis does not answer, each replica counts by itself
 * with the same limit: a caller may then make at most as many times the limit as there are replicas, and the metrics say that it is so.
 */
export class RedisRateLimits extends RateLimits {
  private awayUntil = 0;
  private readonly batcher = new Batcher<Counted, Turn>((asked) => this.countTogether(asked));

  constructor(
    private readonly redis: Redis,
    private readonly prefix: string,
    private readonly local: RateLimits,
    private readonly metrics: Metrics,
  ) {
    super();
    redis.defineCommand('countInMinute', { lua: COUNT_IN_MINUTE });
  }

  async count(bucket: string, limit: number): Promise<Window> {
    const shared = await this.ask({ bucket, by: 1 }, limit);
    this.metrics.count('rate_limit_counts_total', { where: shared ? 'shared' : 'local' });
    return shared ?? this.local.count(bucket, limit);
  }

  async look(bucket: string, limit: number): Promise<Window> {
    return (await this.ask({ bucket, by: 0 }, limit)) ?? this.local.look(bucket, limit);
  }

  private async ask(asked: Counted, limit: number): Promise<Window | undefined> {
    if (this.isAway) return undefined;
    try {
      const { used, endsAtMs } = await this.batcher.add(asked);
      return { limit, remaining: Math.max(0, limit - used), resetsAt: new Date(endsAtMs), within: used <= limit };
    } catch {
      return undefined;
    }
  }

  private async countTogether(asked: readonly Counted[]): Promise<PromiseSettledResult<Turn>[]> {
    // Those who waited behind a question that came to nothing do not wait for another.
    if (this.isAway) throw new Error('Redis was away a moment ago');
    const counts = new Map<string, number>();
    for (const { bucket, by } of asked) counts.set(bucket, (counts.get(bucket) ?? 0) + by);
    const keys = [...counts.keys()].map((bucket) => `${this.prefix}:limit:${bucket}`);
    try {
      const [endsAtMs, ...used] = await this.redis.countInMinute(keys.length, ...keys, ...counts.values());
      return inTurn(asked, counts, used).map((turn) => ({ status: 'fulfilled', value: { used: turn, endsAtMs } }));
    } catch (error) {
      this.awayUntil = performance.now() + TRY_AGAIN_AFTER_MS;
      throw error;
    }
  }

  private get isAway(): boolean {
    return performance.now() < this.awayUntil;
  }
}

/** How each found its window, as if they had been counted one after the other. */
function inTurn(asked: readonly Counted[], counts: ReadonlyMap<string, number>, used: readonly number[]): number[] {
  const stand = new Map([...counts].map(([bucket, by], at) => [bucket, (used[at] ?? 0) - by]));
  return asked.map(({ bucket, by }) => {
    const now = (stand.get(bucket) ?? 0) + by;
    stand.set(bucket, now);
    return now;
  });
}
