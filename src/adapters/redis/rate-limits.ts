import type { RedisConnection } from './connection.js';
import {
  MINUTE,
  RateLimits,
  WINDOW_SECONDS,
  type SlidingLength,
  type Window,
  type WindowLength,
} from '../../core/rate-limits/ports.js';
import type { Metrics } from '../../core/metrics/ports.js';
import { Batcher } from '../../core/concurrency/batcher.js';

declare module 'ioredis' {
  interface RedisCommander {
    /**
     * Takes keys, and for each the number to count and its window in seconds. Returns for each the
     * end of its window (ms since the epoch) and the count in it.
     */
    countInWindows(keys: number, ...keysAndCounts: (string | number)[]): Promise<number[]>;

    /**
     * Takes one key, the number to count (1, 0 or -1), the limit and the window in seconds. Returns
     * the time when the oldest count expires (ms since the epoch), the count, and 1 if it is within
     * the limit.
     */
    countInSlidingWindow(
      key: string,
      by: number,
      limit: number,
      seconds: number,
    ): Promise<[endsAtMs: number, used: number, within: 0 | 1]>;
  }
}

/**
 * Windows follow Redis's clock, so that replicas with differing clocks share them. Expired windows
 * disappear by themselves.
 */
const COUNT_IN_WINDOWS = `
local now = redis.call('TIME')[1]
local answer = {}
for i, key in ipairs(KEYS) do
  local by, seconds, used = tonumber(ARGV[2 * i - 1]), tonumber(ARGV[2 * i]), 0
  local ends = (math.floor(now / seconds) + 1) * seconds * 1000
  if by <= 0 then
    used = tonumber(redis.call('GET', key) or '0')
    if by < 0 and used > 0 then used = redis.call('INCRBY', key, math.max(by, -used)) end
  else
    used = redis.call('INCRBY', key, by)
    if used == by then redis.call('PEXPIREAT', key, ends) end
  end
  answer[2 * i - 1] = ends
  answer[2 * i] = used
end
return answer`;

/** A list of the times of the admitted requests, oldest first. */
const COUNT_IN_SLIDING_WINDOW = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local key, by, limit, length = KEYS[1], tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]) * 1000
local oldest = tonumber(redis.call('LINDEX', key, 0))
while oldest and (oldest <= now - length or oldest > now) do
  redis.call('LPOP', key)
  oldest = tonumber(redis.call('LINDEX', key, 0))
end
if by < 0 then redis.call('RPOP', key) end
local used = redis.call('LLEN', key)
local within = used <= limit
if by > 0 then
  within = used < limit
  if within then
    used = redis.call('RPUSH', key, string.format('%.0f', now))
    redis.call('PEXPIRE', key, length)
  end
end
return { (oldest or now) + length, used, within and 1 or 0 }`;

/** `by` is 1 to count a request, 0 to only look, and -1 to return one. */
interface Counted {
  bucket: string;
  seconds: number;
  by: -1 | 0 | 1;
}

interface Turn {
  used: number;
  endsAtMs: number;
}

/** After a failure, requests do not try Redis for this long. */
const TRY_AGAIN_AFTER_MS = 1_000;

/**
 * Counts in Redis, shared by all replicas. One command counts all waiting requests. While Redis
 * does not respond, each replica counts by itself with the same limit: a caller then gets at most
 * the limit times the number of replicas, and the metrics show it.
 */
export class RedisRateLimits extends RateLimits {
  private awayUntil = 0;
  private readonly batcher = new Batcher<Counted, Turn>((asked) => this.countTogether(asked));

  constructor(
    private readonly redis: RedisConnection,
    private readonly prefix: string,
    private readonly local: RateLimits,
    private readonly metrics: Metrics,
  ) {
    super();
    redis.defineCommand('countInWindows', { lua: COUNT_IN_WINDOWS });
    redis.defineCommand('countInSlidingWindow', { lua: COUNT_IN_SLIDING_WINDOW, numberOfKeys: 1 });
  }

  async count(bucket: string, limit: number, length: WindowLength = MINUTE): Promise<Window> {
    const shared = await this.shared(bucket, { by: 1, limit, length });
    if (shared) return shared;
    this.metrics.count('rate_limit_counts_total', { where: 'local' });
    return this.local.count(bucket, limit, length);
  }

  async giveBack(bucket: string, length: WindowLength = MINUTE): Promise<void> {
    const shared = await this.shared(bucket, { by: -1, limit: 0, length });
    if (!shared) await this.local.giveBack(bucket, length);
  }

  async look(bucket: string, limit: number, length: WindowLength = MINUTE): Promise<Window> {
    return (await this.shared(bucket, { by: 0, limit, length })) ?? this.local.look(bucket, limit, length);
  }

  /** `undefined` while Redis does not respond. */
  private async shared(
    bucket: string,
    { by, limit, length }: { by: Counted['by']; limit: number; length: WindowLength },
  ): Promise<Window | undefined> {
    if (length !== MINUTE) return this.slide(bucket, { by, limit, length });
    const turn = await this.ask({ bucket, seconds: WINDOW_SECONDS[length], by });
    return turn && windowOf(turn, limit);
  }

  private async slide(
    bucket: string,
    { by, limit, length }: { by: Counted['by']; limit: number; length: SlidingLength },
  ): Promise<Window | undefined> {
    if (this.isAway) return undefined;
    const key = `${this.prefix}:sliding:${bucket}`;
    try {
      const answer = await this.redis.countInSlidingWindow(key, by, limit, WINDOW_SECONDS[length]);
      const [endsAtMs, used, within] = answer;
      if (by > 0) this.metrics.count('rate_limit_counts_total', { where: 'shared' });
      return { limit, remaining: Math.max(0, limit - used), resetsAt: new Date(endsAtMs), within: within === 1 };
    } catch {
      this.awayUntil = performance.now() + TRY_AGAIN_AFTER_MS;
      return undefined;
    }
  }

  /** `undefined` while Redis does not respond. */
  private ask(asked: Counted): Promise<Turn | undefined> | undefined {
    return this.isAway ? undefined : this.batcher.add(asked).catch(() => undefined);
  }

  private async countTogether(asked: readonly Counted[]): Promise<PromiseSettledResult<Turn>[]> {
    // Requests queued behind a failed command do not wait for another one.
    if (this.isAway) throw new Error('Redis was away a moment ago');
    const totals = new Map<string, { seconds: number; total: number }>();
    let counted = 0;
    for (const { bucket, seconds, by } of asked) {
      const known = totals.get(bucket);
      if (known) known.total += by;
      else totals.set(bucket, { seconds, total: by });
      if (by > 0) counted += by;
    }
    const keys = [...totals.keys()].map((bucket) => `${this.prefix}:limit:${bucket}`);
    const windows = [...totals.values()].flatMap(({ total, seconds }) => [total, seconds]);
    try {
      const answer = await this.redis.countInWindows(keys.length, ...keys, ...windows);
      this.metrics.count('rate_limit_counts_total', { where: 'shared' }, counted);
      return inTurn(asked, totals, answer);
    } catch (error) {
      this.awayUntil = performance.now() + TRY_AGAIN_AFTER_MS;
      throw error;
    }
  }

  private get isAway(): boolean {
    return performance.now() < this.awayUntil;
  }
}

function windowOf({ used, endsAtMs }: Turn, limit: number): Window {
  return { limit, remaining: Math.max(0, limit - used), resetsAt: new Date(endsAtMs), within: used <= limit };
}

/** The window as each request would have seen it in sequence. */
function inTurn(
  asked: readonly Counted[],
  totals: ReadonlyMap<string, { total: number }>,
  answer: readonly number[],
): PromiseSettledResult<Turn>[] {
  const latest = new Map<string, Turn>();
  let at = 0;
  for (const [bucket, { total }] of totals) {
    latest.set(bucket, { endsAtMs: answer[at] ?? 0, used: (answer[at + 1] ?? 0) - total });
    at += 2;
  }
  return asked.map(({ bucket, by }) => {
    const { used, endsAtMs } = latest.get(bucket) ?? { used: 0, endsAtMs: 0 };
    const value = { used: used + by, endsAtMs };
    latest.set(bucket, value);
    return { status: 'fulfilled', value };
  });
}
