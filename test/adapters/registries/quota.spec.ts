import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { RegisterClient } from '../../../src/adapters/registries/client.js';
import { InProcessQuotas, RedisQuotas, type Quotas } from '../../../src/adapters/registries/quota.js';
import { startRegisterDouble, type RegisterDouble } from '../../contracts/register-double.js';
import { redisUrl } from '../../redis.js';

const MINUTE_MS = 60_000;
const QUOTA = { name: 'shared', requests: 3, windowMs: MINUTE_MS };
const START = 10 * MINUTE_MS;

describe.each(redisUrl === undefined ? ['one process'] : ['one process', 'replicas'])('a quota of %s', (kind) => {
  let now: number;
  let prefix: string;
  let opened: RedisQuotas[];

  beforeEach(() => {
    now = START;
    prefix = `test:${randomUUID()}`;
    opened = [];
  });
  afterEach(() => Promise.all(opened.map((quotas) => quotas.close())));

  function open(): Quotas {
    if (kind === 'one process') return new InProcessQuotas(() => now);
    const quotas = new RedisQuotas(redisUrl!, prefix, () => now);
    opened.push(quotas);
    return quotas;
  }

  it('lets so many requests through in a window, and says when the next begins', async () => {
    const quotas = open();
    now = START + 20_000;
    const waits = [await quotas.take(QUOTA), await quotas.take(QUOTA), await quotas.take(QUOTA)];
    expect(waits).toEqual([0, 0, 0]);
    await expect(quotas.take(QUOTA)).resolves.toBe(40_000);
    now = START + MINUTE_MS;
    await expect(quotas.take(QUOTA)).resolves.toBe(0);
  });

  it('counts each source for itself', async () => {
    const quotas = open();
    for (let at = 0; at < 3; at += 1) await quotas.take(QUOTA);
    await expect(quotas.take({ ...QUOTA, name: 'other' })).resolves.toBe(0);
  });

  it('is one for all that count together', async () => {
    const first = open();
    const second = kind === 'one process' ? first : open();
    const waits = await Promise.all([first, second, first, second, first].map((quotas) => quotas.take(QUOTA)));
    expect(waits.filter((wait) => wait === 0)).toHaveLength(3);
  });
});

describe('a quota while Redis is away', () => {
  it('is counted by the process alone', async () => {
    const quotas = new RedisQuotas('redis://127.0.0.1:1', 'test');
    const waits = [];
    for (let at = 0; at < 4; at += 1) waits.push(await quotas.take({ ...QUOTA, windowMs: 3_600_000 }));
    expect(waits.slice(0, 3)).toEqual([0, 0, 0]);
    expect(waits[3]).toBeGreaterThan(0);
    await quotas.close();
  });
});

describe('a register whose quota is used up', () => {
  let double: RegisterDouble;
  beforeEach(async () => {
    double = await startRegisterDouble();
  });
  afterEach(() => double.close());

  function connect(quotas: Quotas, windowMs: number) {
    return new RegisterClient({
      source: 'us-co',
      timeoutMs: 1_000,
      pace: { quota: { name: 'shared', requests: 2, windowMs } },
      quotas,
      log: { warn: () => undefined },
    });
  }
  const ask = (client: RegisterClient) => client.getJson(double.origin, new AbortController().signal, (body) => body);

  it('is asked no more, by any of its clients, and is not held to be down', async () => {
    const quotas = new InProcessQuotas();
    const [first, second] = [connect(quotas, 3_600_000), connect(quotas, 3_600_000)];
    await Promise.all([ask(first), ask(second)]);
    await expect(ask(first)).rejects.toMatchObject({
      failure: 'unavailable',
      detail: { retryAfterMs: expect.any(Number) },
    });
    expect(double.requests).toHaveLength(2);
    expect(first.status()).toBe('operational');
    await Promise.all([first.close(), second.close()]);
  });

  it('is asked later when the next window comes in time', async () => {
    const client = connect(new InProcessQuotas(), 200);
    await Promise.all([1, 2, 3, 4].map(() => ask(client)));
    expect(double.requests).toHaveLength(4);
    await client.close();
  });
});
