import { Redis } from 'ioredis';
import { record } from '../support/fakes.js';
import { startService, type Service } from '../support/harness.js';
import { describeWithRedis } from '../support/redis.js';
import { until } from '../support/until.js';

describeWithRedis('a service on Redis', (redisUrl) => {
  let service: Service;
  let redis: Redis;
  beforeEach(async () => {
    redis = new Redis(redisUrl);
    service = await startService({ env: { REDIS_URL: redisUrl } });
    service.registries.of('us-co').records = [record({ id: '20201234567', name: 'Paper Lighthouse LLC' })];
  });
  afterEach(async () => {
    await service.close();
    redis.disconnect();
  });

  const verify = (key: string, headers: Record<string, string> = {}) =>
    service.ask('POST', '/v1/verify', {
      key,
      headers,
      body: { entity_name: 'Paper Lighthouse LLC', jurisdiction: 'us-co' },
    });

  /** Returns the Redis keys of this installation only. */
  async function queueKeys(): Promise<string[]> {
    const installation = await service.db.row<{ id: string }>('select id from installation');
    return redis.keys(`standing:${installation?.id}:*`);
  }

  it('verifies through Bull', async () => {
    const { key } = await service.signUp();
    expect((await verify(key, { prefer: 'wait=10' })).status).toBe(200);
    expect(await service.balance(key)).toBe(49);
    expect((await queueKeys()).length).toBeGreaterThan(0);
  });

  it('runs a task whose row is due although the queue holds it back for hours, by a clock that was ahead', async () => {
    const { key } = await service.signUp();
    const registry = service.registries.of('us-co');
    registry.failures = [new Error('first try')];
    const { body } = await verify(key);
    const delayed = await until(async () => (await queueKeys()).find((name) => name.endsWith(':retrieval:delayed')));
    const [task = ''] = await redis.zrange(delayed, 0, 0);
    expect(task).toContain(':2:');
    // As Bull stores it: milliseconds, and a counter in the last twelve bits.
    expect(await redis.zadd(delayed, 'XX', 'CH', (Date.now() + 5 * 3_600_000) * 0x1000, task)).toBe(1);

    const status = async () => (await service.ask('GET', `/v1/verify/status/${body.job_id}`, { key })).body.status;
    await until(async () => (await status()) === 'completed');
    expect(await redis.zcard(delayed)).toBe(0);
    expect(await service.balance(key)).toBe(49);
  });

  it('loses nothing when the queue is wiped between a failed try and the next', async () => {
    const { key } = await service.signUp();
    const registry = service.registries.of('us-co');
    registry.failures = [new Error('first try')];
    const { body } = await verify(key);
    const keys = await until(async () => {
      const found = await queueKeys();
      const waiting = found.filter((name) => name.includes(':retrieval:retrieval:'));
      return waiting.length === 1 && waiting[0]?.includes(':2:') ? found : undefined;
    });
    expect(registry.searches).toBe(1);
    await redis.del(keys);

    const status = async () => (await service.ask('GET', `/v1/verify/status/${body.job_id}`, { key })).body.status;
    await until(async () => (await status()) === 'completed');
    expect(await service.balance(key)).toBe(49);
  });
});
