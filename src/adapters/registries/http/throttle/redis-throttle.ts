import { randomUUID } from 'node:crypto';
import type { Cluster, Redis } from 'ioredis';
import type { Metrics } from '../../../../core/metrics/ports.js';
import { pause, SourceThrottle, usedUp, type SourceLimits, type AcquireLimits } from './throttle.js';

declare module 'ioredis' {
  interface RedisCommander {
    takeTurn(
      running: string,
      next: string,
      started: string,
      held: string,
      ...args: (string | number)[]
    ): Promise<[granted: 0 | 1, waitMs: number]>;
    holdSource(held: string, ms: number): Promise<number>;
  }
}

/**
 * Requests a slot at a source shared by many processes, by Redis's clock. Returns either that it is
 * granted and how long until it begins, or that it is not and when to ask again. A granted slot is
 * already counted and ordered among the others, so a caller that waits for it need not ask twice.
 */
const TAKE_TURN = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local id, concurrency, spacing = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
local requests, window = tonumber(ARGV[4]), tonumber(ARGV[5])
local patience, hold, again = tonumber(ARGV[6]), tonumber(ARGV[7]), tonumber(ARGV[8])
if concurrency > 0 then
  redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
  if redis.call('ZCARD', KEYS[1]) >= concurrency then return { 0, again } end
end
local start = math.max(now, tonumber(redis.call('GET', KEYS[4]) or '0'))
if spacing > 0 then start = math.max(start, tonumber(redis.call('GET', KEYS[2]) or '0')) end
if requests > 0 then
  local nth = redis.call('LINDEX', KEYS[3], requests - 1)
  if nth then start = math.max(start, tonumber(nth) + window) end
end
if start - now > patience then return { 0, start - now } end
if requests > 0 then
  redis.call('LPUSH', KEYS[3], start)
  redis.call('LTRIM', KEYS[3], 0, requests - 1)
  redis.call('PEXPIRE', KEYS[3], start - now + window)
end
if spacing > 0 then redis.call('SET', KEYS[2], start + spacing, 'PX', start + spacing - now) end
if concurrency > 0 then
  redis.call('ZADD', KEYS[1], start + hold, id)
  redis.call('PEXPIRE', KEYS[1], start + hold - now)
end
return { 1, start - now }`;

/**
 * Blocks a source for all callers until a moment by Redis's clock. A longer existing hold stays.
 */
const HOLD_OFF = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local hold = tonumber(ARGV[1])
if redis.call('PTTL', KEYS[1]) < hold then redis.call('SET', KEYS[1], now + hold, 'PX', hold) end
return 1`;

/** Retry interval while all concurrent slots are taken. */
const BUSY_MS = 40;
/** After a failure, requests do not try Redis for this long. */
const TRY_AGAIN_AFTER_MS = 1_000;

/**
 * Throttles all processes of an installation together. Each process also keeps the pace locally, so
 * that one without Redis still does: a source then gets at most its limit times the number of
 * processes, and the metrics show it.
 */
export class RedisThrottle extends SourceThrottle {
  private awayUntil = 0;

  constructor(
    private readonly redis: Redis | Cluster,
    private readonly prefix: string,
    private readonly local: SourceThrottle,
    private readonly metrics: Metrics,
  ) {
    super();
    redis.defineCommand('takeTurn', { numberOfKeys: 4, lua: TAKE_TURN });
    redis.defineCommand('holdSource', { numberOfKeys: 1, lua: HOLD_OFF });
  }

  override close(): void {
    this.redis.disconnect();
  }

  async acquire(pace: SourceLimits, limits: AcquireLimits, signal: AbortSignal): Promise<() => void> {
    const deadline = performance.now() + limits.patienceMs;
    const endHere = await this.local.acquire(pace, limits, signal);
    try {
      const endThere = await this.acquireShared(pace, { ...limits, patienceMs: deadline - performance.now() }, signal);
      return () => {
        endThere();
        endHere();
      };
    } catch (error) {
      endHere();
      throw error;
    }
  }

  holdOff(pace: SourceLimits, ms: number): void {
    this.local.holdOff(pace, ms);
    const { held } = this.keysOf(pace.source);
    this.redis.holdSource(held, Math.ceil(ms)).catch(() => undefined);
  }

  private async acquireShared(pace: SourceLimits, limits: AcquireLimits, signal: AbortSignal): Promise<() => void> {
    if (pace.concurrency === undefined && pace.spacingMs === undefined && !pace.quota) return () => undefined;
    const deadline = performance.now() + limits.patienceMs;
    const id = randomUUID();
    const end = () => this.end(pace.source, id);
    for (;;) {
      const patienceMs = Math.max(0, Math.floor(deadline - performance.now()));
      const answer = await this.ask(pace, id, { ...limits, patienceMs });
      if (!answer || answer[0] === 1) {
        this.metrics.count('register_turns_total', { source: pace.source, where: answer ? 'shared' : 'local' });
      }
      if (!answer) return () => undefined;
      const [granted, waitMs] = answer;
      if (!granted && waitMs > patienceMs) throw usedUp(waitMs);
      if (waitMs > 0) {
        await pause(waitMs, signal).catch((error: unknown) => {
          if (granted) end();
          throw error;
        });
      }
      if (granted) return end;
    }
  }

  /** `undefined` while Redis does not respond. */
  private async ask(pace: SourceLimits, id: string, { patienceMs, holdMs }: AcquireLimits) {
    if (performance.now() < this.awayUntil) return undefined;
    const { concurrency = 0, spacingMs = 0, quota = { requests: 0, windowMs: 1 } } = pace;
    const { running, next, started, held } = this.keysOf(pace.source);
    try {
      const { requests, windowMs } = quota;
      const wanted = [id, concurrency, spacingMs, requests, windowMs, patienceMs, holdMs, BUSY_MS];
      return await this.redis.takeTurn(running, next, started, held, ...wanted);
    } catch {
      this.awayUntil = performance.now() + TRY_AGAIN_AFTER_MS;
      return undefined;
    }
  }

  /** A slot whose end Redis misses expires by itself. */
  private end(source: string, id: string): void {
    const { running } = this.keysOf(source);
    this.redis.zrem(running, id).catch(() => undefined);
  }

  private keysOf(source: string): { running: string; next: string; started: string; held: string } {
    const key = (what: string) => `${this.prefix}:source:${source}:${what}`;
    return { running: key('running'), next: key('next'), started: key('started'), held: key('held') };
  }
}
