import type { Redis } from 'ioredis';
import { RateLimits, WINDOW_SECONDS, type Window, type WindowLength } from '../../core/rate-limits/ports.js';
import type { Metrics } from '../../core/metrics/ports.js';
import { Batcher } from '../../core/concurrency/batcher.js';

declare module 'ioredis' {
  interface RedisCommander {
    /** Keys, and for each how many to count and the seconds of its window: answers for each the time when its window ends, and how many were counted in it. */
    countInWindows(keys: number, ...keysAndCounts: (string | number)[]): Promise<number[]>;
  }
}

/** The window is that of Redis's clock, so that replicas whose clocks differ count in the same one; it goes by itself when it is over. */
const COUNT_IN_WINDOWS = `
local now = redis.call('TIME')[1]
local answer = {}
for i, key in ipairs(KEYS) do
  local by, seconds, used = tonumber(ARGV[2 * i - 1]), tonumber(ARGV[2 * i]), 0
  local ends = (math.floor(now / seconds) + 1) * seconds * 1000
  if by == 0 then used = tonumber(redis.call('GET', key) or '0')
  else
    used = redis.call('INCRBY', key, by)
    if used == by then redis.call('PEXPIREAT', key, ends) end
  end
  answer[2 * i - 1] = ends
  answer[2 * i] = used
end
return answer`;

/** A request to be counted, or with 0 one that only looks. */
interface Counted {
  bucket: string;
  seconds: number;
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
    redis.defineCommand('countInWindows', { lua: COUNT_IN_WINDOWS });
  }

  async count(bucket: string, limit: number, length: WindowLength = 'minute'): Promise<Window> {
    const shared = await this.ask({ bucket, seconds: WINDOW_SECONDS[length], by: 1 }, limit);
    this.metrics.count('rate_limit_counts_total', { where: shared ? 'shared' : 'local' });
    return shared ?? this.local.count(bucket, limit, length);
  }

  async look(bucket: string, limit: number, length: WindowLength = 'minute'): Promise<Window> {
    const shared = await this.ask({ bucket, seconds: WINDOW_SECONDS[length], by: 0 }, limit);
    return shared ?? this.local.look(bucket, limit, length);
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
    const counts = new Map<string, Counted & { total: number }>();
    for (const one of asked) {
      const known = counts.get(one.bucket);
      if (known) known.total += one.by;
      else counts.set(one.bucket, { ...one, total: one.by });
    }
    const keys = [...counts.keys()].map((bucket) => `${this.prefix}:limit:${bucket}`);
    const windows = [...counts.values()].flatMap(({ total, seconds }) => [total, seconds]);
    try {
      const answer = await this.redis.countInWindows(keys.length, ...keys, ...windows);
      return inTurn(asked, [...counts.values()], answer).map((value) => ({ status: 'fulfilled', value }));
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
function inTurn(
  asked: readonly Counted[],
  counts: readonly { bucket: string; total: number }[],
  answer: readonly number[],
): Turn[] {
  const stand = new Map(
    counts.map(({ bucket, total }, at): [string, Turn] => [
      bucket,
      { endsAtMs: answer[2 * at] ?? 0, used: (answer[2 * at + 1] ?? 0) - total },
    ]),
  );
  return asked.map(({ bucket, by }) => {
    const window = stand.get(bucket) ?? { endsAtMs: 0, used: 0 };
    window.used += by;
    return { ...window };
  });
}
