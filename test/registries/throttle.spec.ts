import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { PrometheusMetrics } from '../../src/adapters/prometheus/prometheus-metrics.js';
import { connectRedis, settled, type RedisConnection } from '../../src/adapters/redis/connection.js';
import { RegisterClient } from '../../src/adapters/registries/http/client.js';
import { RedisThrottle } from '../../src/adapters/registries/http/throttle/redis-throttle.js';
import {
  InProcessThrottle,
  ThrottleTimeout,
  type SourceLimits,
  type SourceThrottle,
} from '../../src/adapters/registries/http/throttle/throttle.js';
import { startRegisterDouble, type RegisterDouble } from './register-double.js';
import { MemoryLog } from '../support/fakes.js';
import { describeWithRedis, redisUrl } from '../support/redis.js';
import { until } from '../support/until.js';

const HOUR_MS = 3_600_000;
const PATIENT = { patienceMs: 10_000, holdMs: 10_000 };
const IMPATIENT = { patienceMs: 0, holdMs: 10_000 };
const forever = new AbortController().signal;

let prefix: string;
let connections: RedisConnection[];
beforeEach(() => {
  prefix = `test:${randomUUID()}`;
  connections = [];
});
afterEach(() => connections.forEach((redis) => redis.disconnect()));

/** Connects as a separate process, as far as Redis can tell. */
async function replica(metrics = new PrometheusMetrics(), url = redisUrl!): Promise<RedisThrottle> {
  const redis = connectRedis({ nodes: [url], cluster: false }, new MemoryLog());
  connections.push(redis);
  await settled(redis);
  return new RedisThrottle(redis, prefix, new InProcessThrottle(), metrics);
}

async function replicas(kind: string): Promise<[SourceThrottle, SourceThrottle]> {
  if (kind === 'replicas') return [await replica(), await replica()];
  const throttle = new InProcessThrottle();
  return [throttle, throttle];
}

/**
 * Returns the start times of concurrent requests in order, in milliseconds since they were made.
 */
async function startsOf(asking: SourceThrottle[], pace: SourceLimits): Promise<number[]> {
  const begun = performance.now();
  const starts = await Promise.all(
    asking.map(async (asked) => {
      (await asked.acquire(pace, PATIENT, forever))();
      return performance.now() - begun;
    }),
  );
  return starts.toSorted((a, b) => a - b);
}

/** Redis reports the time in whole milliseconds. */
const ROUNDING_MS = 2;

/** A start may be noticed late, but never before its turn. */
function expectNoneBefore(starts: number[], earliest: (at: number) => number): void {
  expect(starts.filter((start, at) => start < earliest(at) - ROUNDING_MS)).toEqual([]);
}

describe.each(redisUrl === undefined ? ['one process'] : ['one process', 'replicas'])('the throttle of %s', (kind) => {
  it('never runs more requests at once than the source tolerates in total', async () => {
    const asking = await replicas(kind);
    let running = 0;
    let most = 0;
    let letGo: (() => void) | undefined;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    const request = async (throttle: SourceThrottle) => {
      const end = await throttle.acquire({ source: 'one', concurrency: 2 }, PATIENT, forever);
      most = Math.max(most, ++running);
      await held;
      await sleep(5);
      running -= 1;
      end();
    };
    const requests = [...asking, ...asking, ...asking].map(request);
    await until(() => running === 2);
    letGo?.();
    await Promise.all(requests);
    expect(most).toBe(2);
  });

  it('spaces requests as far apart as the source requires in total', async () => {
    const asking = await replicas(kind);
    const startedAt = Date.now();
    const request = async (throttle: SourceThrottle) =>
      (await throttle.acquire({ source: 'one', spacingMs: 40 }, PATIENT, forever))();
    await Promise.all([...asking, ...asking, ...asking].map(request));
    expect(Date.now() - startedAt).toBeGreaterThanOrEqual(5 * 40 - 2);
  });

  it('allows the quota of the source per window in total, then says when the next window begins', async () => {
    const [first, second] = await replicas(kind);
    const pace = { source: 'one', quota: { requests: 3, windowMs: HOUR_MS } };
    const outcomes = await Promise.allSettled(
      [first, second, first, second, first].map((asked) => asked.acquire(pace, PATIENT, forever)),
    );
    const refused = outcomes.flatMap((outcome) =>
      outcome.status === 'rejected' ? [outcome.reason as ThrottleTimeout] : [],
    );
    expect(refused).toHaveLength(2);
    for (const error of refused) {
      expect(error).toBeInstanceOf(ThrottleTimeout);
      expect(error.detail.retryAfterMs).toBeGreaterThan(0);
      expect(error.detail.retryAfterMs).toBeLessThanOrEqual(HOUR_MS);
    }
  });

  it('allows the whole quota at once, and never more in any stretch of that length', async () => {
    const asking = await replicas(kind);
    const four = [...asking, ...asking];
    const all = { source: 'all', quota: { requests: 4, windowMs: HOUR_MS } };
    await Promise.all(four.map((asked) => asked.acquire(all, IMPATIENT, forever)));
    const pace = { source: 'one', quota: { requests: 4, windowMs: 300 } };
    const starts = await startsOf([...four, ...four, ...asking], pace);
    expectNoneBefore(starts, (at) => Math.floor(at / 4) * 300);
  });

  it('keeps the spacing after waiting for a quota', async () => {
    const asking = await replicas(kind);
    const pace = { source: 'one', spacingMs: 60, quota: { requests: 2, windowMs: 250 } };
    const starts = await startsOf([...asking, ...asking, ...asking], pace);
    expectNoneBefore(starts, (at) => Math.floor(at / 2) * 250 + (at % 2) * 60);
  });

  it('refuses at once a request that cannot start in time', async () => {
    const [first, second] = await replicas(kind);
    const pace = { source: 'one', quota: { requests: 2, windowMs: HOUR_MS } };
    await first.acquire(pace, PATIENT, forever);
    await second.acquire(pace, PATIENT, forever);
    // The patience outlasts the test.
    await expect(first.acquire(pace, { patienceMs: HOUR_MS / 2, holdMs: 1 }, forever)).rejects.toMatchObject({
      detail: { throttled: true, retryAfterMs: expect.any(Number) },
    });
  });

  it('pauses all requests for a while when the source asks for it', async () => {
    const [first, second] = await replicas(kind);
    const pace = { source: 'one', concurrency: 2 };
    (await second.acquire(pace, PATIENT, forever))();
    const startedAt = performance.now();
    first.holdOff(pace, 300);
    first.holdOff(pace, 1);
    (await first.acquire(pace, PATIENT, forever))();
    expectNoneBefore([performance.now() - startedAt], () => 300);
    (await second.acquire(pace, PATIENT, forever))();
    first.holdOff(pace, HOUR_MS);
    // The hold-off is sent to Redis without waiting.
    const refused = await until(() =>
      second.acquire(pace, IMPATIENT, forever).then(
        (end) => end(),
        (error: unknown) => error,
      ),
    );
    expect(refused).toMatchObject({ detail: { throttled: true } });
  });

  it('waits for the next window when it begins in time', async () => {
    const asking = await replicas(kind);
    const pace = { source: 'one', quota: { requests: 1, windowMs: 100 } };
    const throttle = await Promise.all([...asking, ...asking].map((asked) => asked.acquire(pace, PATIENT, forever)));
    expect(throttle).toHaveLength(4);
  });

  it('limits each source separately', async () => {
    const [first, second] = await replicas(kind);
    const pace = (source: string) => ({ source, concurrency: 1, quota: { requests: 1, windowMs: HOUR_MS } });
    await first.acquire(pace('one'), IMPATIENT, forever);
    await expect(second.acquire(pace('other'), IMPATIENT, forever)).resolves.toBeInstanceOf(Function);
  });

  it('drops the request of a caller that gives up, and passes its place to others', async () => {
    const [first, second] = await replicas(kind);
    const pace = { source: 'one', concurrency: 1 };
    const end = await first.acquire(pace, PATIENT, forever);
    const gaveUp = new AbortController();
    const left = second.acquire(pace, PATIENT, gaveUp.signal);
    gaveUp.abort(new Error('gave up'));
    await expect(left).rejects.toThrow('gave up');
    const next = second.acquire(pace, PATIENT, forever);
    end();
    await expect(next).resolves.toBeInstanceOf(Function);
  });
});

describeWithRedis('a throttle shared through Redis', () => {
  it('releases the slot of a dead process when its time is over', async () => {
    const pace = { source: 'one', concurrency: 1 };
    const died = await replica();
    await died.acquire(pace, { ...PATIENT, holdMs: 150 }, forever);
    connections[0]!.disconnect();
    await expect((await replica()).acquire(pace, PATIENT, forever)).resolves.toBeInstanceOf(Function);
  });

  it('releases the slot of a caller that gives up while waiting', async () => {
    const [first, second] = [await replica(), await replica()];
    const pace = { source: 'one', concurrency: 2, spacingMs: 5_000 };
    (await first.acquire(pace, PATIENT, forever))();
    const waiting = second.acquire(pace, PATIENT, AbortSignal.timeout(5));
    await expect(waiting).rejects.toThrow('timeout');
    await until(async () => (await connections[0]!.zcard(`${prefix}:source:one:running`)) === 0);
  });

  it('leaves no key without an expiry', async () => {
    const pace = { source: 'one', concurrency: 1, spacingMs: 50, quota: { requests: 5, windowMs: 1_000 } };
    await (await replica()).acquire(pace, PATIENT, forever);
    const keys = await connections[0]!.keys(`${prefix}*`);
    expect(keys).toHaveLength(3);
    for (const key of keys) expect(await connections[0]!.pttl(key)).not.toBe(-1);
  });

  it('counts its slots as shared in the metrics', async () => {
    const metrics = new PrometheusMetrics();
    await (await replica(metrics)).acquire({ source: 'one', concurrency: 1 }, PATIENT, forever);
    expect((await metrics.page()).text).toContain('standing_register_turns_total{source="one",where="shared"} 1');
  });
});

describe('a throttle without Redis', () => {
  it('keeps limits per process, and counts them as local in the metrics', async () => {
    const metrics = new PrometheusMetrics();
    const throttle = await replica(metrics, 'redis://127.0.0.1:1');
    const pace: SourceLimits = { source: 'one', concurrency: 1, quota: { requests: 2, windowMs: HOUR_MS } };
    for (let at = 0; at < 2; at += 1) (await throttle.acquire(pace, PATIENT, forever))();
    await expect(throttle.acquire(pace, PATIENT, forever)).rejects.toBeInstanceOf(ThrottleTimeout);
    expect((await metrics.page()).text).toContain('standing_register_turns_total{source="one",where="local"} 2');
  });
});

describe('a register whose quota is used up', () => {
  let double: RegisterDouble;
  beforeEach(async () => {
    double = await startRegisterDouble();
  });
  afterEach(() => double.close());

  function connect(throttle: SourceThrottle, windowMs: number, source = 'us-co') {
    return new RegisterClient({
      source,
      timeoutMs: 1_000,
      pace: { source: 'shared', quota: { requests: 2, windowMs } },
      throttle: throttle,
      log: { warn: () => undefined },
    });
  }
  const ask = (client: RegisterClient) => client.ask({ url: double.origin }, { signal: forever }, (body) => body);

  it('receives no request beyond the quota of all its clients, and stays operational', async () => {
    const throttle = new InProcessThrottle();
    const [first, second] = [connect(throttle, HOUR_MS), connect(throttle, HOUR_MS, 'us-ct')];
    await Promise.all([ask(first), ask(second)]);
    await expect(ask(first)).rejects.toMatchObject({
      failure: 'unavailable',
      detail: { retryAfterMs: expect.any(Number) },
    });
    expect(double.requests).toHaveLength(2);
    expect(first.status()).toBe('operational');
    await Promise.all([first.close(), second.close()]);
  });

  it('is asked in the next window when it begins in time', async () => {
    const client = connect(new InProcessThrottle(), 200);
    await Promise.all([1, 2, 3, 4].map(() => ask(client)));
    expect(double.requests).toHaveLength(4);
    await client.close();
  });
});

describe('a register with a long queue', () => {
  it('stays operational when callers time out in its queue', async () => {
    const double = await startRegisterDouble();
    double.replyWith(() => ({ body: '[]', delayMs: 300 }));
    const log = { warn: () => undefined };
    const client = new RegisterClient({ source: 'us-co', timeoutMs: 1_000, pace: { concurrency: 1 }, log });
    const ask = () => client.ask({ url: double.origin }, { signal: new AbortController().signal }, (body) => body);
    const calls = await Promise.allSettled(Array.from({ length: 15 }, ask));
    expect(calls.filter(({ status }) => status === 'rejected').length).toBeGreaterThan(10);
    expect(client.status()).toBe('operational');
    await client.close();
    await double.close();
  });
});
