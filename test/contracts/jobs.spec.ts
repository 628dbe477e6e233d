import { randomUUID } from 'node:crypto';
import { createServer, type AddressInfo } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import Queue from 'bull';
import { BullJobs } from '../../src/adapters/bull/jobs.js';
import { InProcessJobs } from '../../src/adapters/in-process/jobs.js';
import { PrometheusMetrics } from '../../src/adapters/prometheus/prometheus-metrics.js';
import type { JobEntry, JobKind } from '../../src/core/ports.js';
import { MemoryLog } from '../support/fakes.js';
import { describeWithRedis } from '../support/redis.js';
import { until } from '../support/until.js';
import { itKeepsThePromisesOfJobs } from './jobs.suite.js';

describe('jobs in process', () => {
  itKeepsThePromisesOfJobs(async (log) => new InProcessJobs(log));
});

describeWithRedis('jobs on Bull', (redisUrl) => {
  itKeepsThePromisesOfJobs(async (log) => {
    const prefix = `test-${randomUUID()}`;
    const queue = (kind: JobKind) => new Queue<JobEntry>(kind, redisUrl, { prefix });
    return new BullJobs({ retrieval: queue('retrieval'), delivery: queue('delivery') }, log, new PrometheusMetrics());
  });
});

describeWithRedis('deliveries on Bull', (redisUrl) => {
  it('are taken over by the process that enters them, as far as half its hands go, and the others go through the queue', async () => {
    const prefix = `test-${randomUUID()}`;
    const queue = (kind: JobKind) => new Queue<JobEntry>(kind, redisUrl, { prefix });
    const metrics = new PrometheusMetrics();
    const jobs = new BullJobs({ retrieval: queue('retrieval'), delivery: queue('delivery') }, new MemoryLog(), metrics);
    let running = 0;
    let letGo = () => {};
    const held = new Promise<void>((resolve) => (letGo = resolve));
    jobs.register('retrieval', 1, async () => undefined);
    jobs.register('delivery', 4, async () => {
      running += 1;
      await held;
    });
    const entry = (): JobEntry => ({ kind: 'delivery', id: randomUUID(), claimNumber: 1 });
    const first = entry();
    await jobs.enqueue(first);
    expect(await metrics.page().then(({ text }) => text)).not.toContain('outcome="taken_over"');
    await jobs.start();
    await until(() => running === 1);
    const again = entry();
    for (const one of [again, again, entry(), entry(), entry()]) await jobs.enqueue(one);
    await until(() => running === 4);
    const { text } = await metrics.page();
    expect(text).toContain('standing_queue_entries_total{kind="delivery",outcome="taken_over"} 3');
    expect(text).toContain('standing_queue_entries_total{kind="delivery",outcome="entered"} 3');
    letGo();
    await until(() => running === 5);
    await jobs.stop(2_000);
  });
});

describeWithRedis('a queue that is closed as soon as it was opened', (redisUrl) => {
  it('ends without a word', async () => {
    const prefix = `test-${randomUUID()}`;
    const queue = (kind: JobKind) => new Queue<JobEntry>(kind, redisUrl, { prefix });
    const log = new MemoryLog();
    const jobs = new BullJobs(
      { retrieval: queue('retrieval'), delivery: queue('delivery') },
      log,
      new PrometheusMetrics(),
    );
    for (const kind of ['retrieval', 'delivery'] as const) jobs.register(kind, 1, async () => undefined);
    await jobs.start();
    await jobs.stop(1_000);
    expect(log.lines).toEqual([]);
  });
});

describeWithRedis('jobs on a Bull that lost everything', (redisUrl) => {
  it('takes an entry again whose worker wrote to it after Redis had come back empty', async () => {
    const prefix = `test-${randomUUID()}`;
    const queue = (kind: JobKind) => new Queue<JobEntry>(kind, redisUrl, { prefix });
    const queues = { retrieval: queue('retrieval'), delivery: queue('delivery') };
    const jobs = new BullJobs(queues, new MemoryLog(), new PrometheusMetrics());
    const entry = { kind: 'retrieval' as const, id: randomUUID(), claimNumber: 1 };
    await queues.retrieval.isReady();
    // What Bull writes when it begins with an entry.
    await queues.retrieval.client.hset(queues.retrieval.toKey(`retrieval:${entry.id}:1`), 'processedOn', '1');
    const seen = new Promise<string>((resolve) => jobs.register('retrieval', 1, async ({ id }) => resolve(id)));
    jobs.register('delivery', 1, async () => undefined);
    await jobs.start();
    await jobs.enqueue(entry);
    expect(await seen).toBe(entry.id);
    await jobs.stop(1_000);
  });
});

describe('jobs on Bull without a Redis', () => {
  it('gives up on an entry within half a second, asks for no more until a second has passed, and says so', async () => {
    const silent = createServer();
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as AddressInfo;
    const queue = (kind: JobKind) => new Queue<JobEntry>(kind, `redis://127.0.0.1:${port}`);
    const metrics = new PrometheusMetrics();
    const jobs = new BullJobs({ retrieval: queue('retrieval'), delivery: queue('delivery') }, new MemoryLog(), metrics);
    const started = Date.now();
    expect(await jobs.enqueue({ kind: 'retrieval', id: randomUUID(), claimNumber: 1 })).toBe(false);
    const more = Array.from({ length: 100 }, () =>
      jobs.enqueue({ kind: 'retrieval', id: randomUUID(), claimNumber: 1 }),
    );
    expect(new Set(await Promise.all(more))).toEqual(new Set([false]));
    expect(Date.now() - started).toBeLessThan(900);
    const { text } = await metrics.page();
    expect(text).toContain('standing_queue_entries_total{kind="retrieval",outcome="left_to_sweep"} 101');
    await jobs.stop(100);
    silent.close();
  });
});
