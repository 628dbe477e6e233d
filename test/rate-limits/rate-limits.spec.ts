import { randomUUID } from 'node:crypto';
import { createServer, type AddressInfo, type Server } from 'node:net';
import type { Redis } from 'ioredis';
import { SystemClock } from '../../src/adapters/in-process/clock.js';
import { InProcessRateLimits } from '../../src/adapters/in-process/rate-limits.js';
import { PrometheusMetrics } from '../../src/adapters/prometheus/prometheus-metrics.js';
import { WINDOW_SECONDS } from '../../src/core/rate-limits/ports.js';
import { connectRedis, settled, type RedisConnection } from '../../src/adapters/redis/connection.js';
import { RedisRateLimits } from '../../src/adapters/redis/rate-limits.js';
import { MemoryLog } from '../support/fakes.js';
import { describeWithRedis } from '../support/redis.js';
import { itKeepsThePromisesOfRateLimits } from './rate-limits.suite.js';

const inProcess = () => new InProcessRateLimits(new SystemClock());

describe('the in-process rate limiter', () => {
  itKeepsThePromisesOfRateLimits(inProcess);

  it.each(['sliding minute', 'sliding hour'] as const)(
    'admits no more than the limit in any %s, around the turn of the clock too',
    async (length) => {
      const lengthMs = WINDOW_SECONDS[length] * 1000;
      let now = 1000 * lengthMs - 1;
      const limits = new InProcessRateLimits({ now: () => new Date(now) });
      const admitted = async () => (await limits.count('guesses', 2, length)).within;
      expect([await admitted(), await admitted(), await admitted()]).toEqual([true, true, false]);
      now += 2;
      expect(await admitted()).toBe(false);
      now += lengthMs - 3;
      expect(await admitted()).toBe(false);
      now += 1;
      expect([await admitted(), await admitted(), await admitted()]).toEqual([true, true, false]);
    },
  );

  it('forgets counts of a clock that was set back', async () => {
    let now = 10 * 3_600_000;
    const limits = new InProcessRateLimits({ now: () => new Date(now) });
    await limits.count('guesses', 1, 'sliding hour');
    now -= 5 * 3_600_000;
    expect((await limits.count('guesses', 1, 'sliding hour')).within).toBe(true);
  });
});

describeWithRedis('limits counted in Redis', (redisUrl) => {
  const prefix = `test-${randomUUID()}`;
  const connections: RedisConnection[] = [];
  const replica = () => new RedisRateLimits(connections[0]!, prefix, inProcess(), new PrometheusMetrics());
  beforeAll(async () => {
    const redis = connectRedis({ nodes: [redisUrl], cluster: false }, new MemoryLog());
    connections.push(redis);
    await settled(redis);
  });
  afterAll(() => connections[0]?.disconnect());

  itKeepsThePromisesOfRateLimits(replica);

  it('shares its counts across replicas', async () => {
    const bucket = randomUUID();
    const [one, other] = [replica(), replica()];
    await one.count(bucket, 5);
    expect((await other.count(bucket, 5)).remaining).toBe(3);
  });

  it('returns each place in a window once, across concurrent replicas', async () => {
    const bucket = randomUUID();
    const replicas = [replica(), replica(), replica()];
    const windows = await Promise.all(Array.from({ length: 900 }, (_, i) => replicas[i % 3]!.count(bucket, 900)));
    const left = windows.map(({ remaining }) => remaining).toSorted((a, b) => a - b);
    expect(left).toEqual(Array.from({ length: 900 }, (_, i) => i));
  });

  it('shares a sliding window across replicas, which expires with its latest count', async () => {
    const bucket = randomUUID();
    const [one, other] = [replica(), replica()];
    await one.count(bucket, 2, 'sliding hour');
    expect((await other.count(bucket, 2, 'sliding hour')).remaining).toBe(0);
    expect((await one.count(bucket, 2, 'sliding hour')).within).toBe(false);
    expect(await connections[0]!.pttl(`${prefix}:sliding:${bucket}`)).toBeGreaterThan(0);
  });

  it('expires its counts at the end of the minute', async () => {
    const bucket = randomUUID();
    const { resetsAt } = await replica().count(bucket, 5);
    const expiresAt = await connections[0]!.pexpiretime(`${prefix}:limit:${bucket}`);
    expect(expiresAt).toBe(resetsAt.getTime());
  });
});

describe('rate limiting without Redis', () => {
  let redis: RedisConnection;
  afterEach(async () => {
    redis.disconnect();
  });

  /** Returns the number of Redis calls for three counts, and the metrics afterwards. */
  async function countedLocally(url: string): Promise<{ asked: number; limitMs: number | undefined; page: string }> {
    redis = connectRedis({ nodes: [url], cluster: false }, new MemoryLog());
    await settled(redis);
    const metrics = new PrometheusMetrics();
    const countInWindows = jest.fn<RedisConnection['countInWindows']>((...given) => redis.countInWindows(...given));
    const counted = { defineCommand: redis.defineCommand.bind(redis), countInWindows };
    const limits = new RedisRateLimits(counted as unknown as RedisConnection, 'test', inProcess(), metrics);
    const windows = [await limits.count('a', 2), await limits.count('a', 2), await limits.count('a', 2)];
    expect(windows.map(({ within }) => within)).toEqual([true, true, false]);
    return {
      asked: countInWindows.mock.calls.length,
      limitMs: (redis as Redis).options.commandTimeout,
      page: (await metrics.page()).text,
    };
  }

  it('counts in each replica, and the metrics say so', async () => {
    const { asked, page } = await countedLocally('redis://127.0.0.1:1');
    expect(asked).toBe(1);
    expect(page).toContain('standing_rate_limit_counts_total{where="local"} 3');
  });

  it('delays one request by at most a quarter of a second when Redis is silent', async () => {
    const server = await silentRedis();
    const { port } = server.address() as AddressInfo;
    const { asked, limitMs } = await countedLocally(`redis://127.0.0.1:${port}`);
    expect([asked, limitMs]).toEqual([1, 250]);
    server.close();
  });
});

/** Starts a Redis that says it is ready, and nothing more. */
async function silentRedis(): Promise<Server> {
  const server = createServer((socket) => {
    socket.on('data', (data) => {
      const asked = data.toString();
      const greetings = asked.includes('countInMinute') ? 0 : asked.split('*').length - 1;
      if (/info/i.test(asked)) socket.write('$9\r\nloading:0\r\n'.repeat(greetings));
    });
    socket.on('error', () => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}
