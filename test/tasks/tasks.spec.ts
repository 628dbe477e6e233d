import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createServer, type AddressInfo } from 'node:net';
import Queue from 'bull';
import { BullTasks } from '../../src/adapters/bull/tasks.js';
import { InProcessTasks } from '../../src/adapters/in-process/tasks.js';
import { PrometheusMetrics } from '../../src/adapters/prometheus/prometheus-metrics.js';
import { byKind, TASK_KINDS, type Task, type TaskKind, type TaskProcessor } from '../../src/core/tasks/ports.js';
import { MemoryLog } from '../support/fakes.js';
import { FaultyProxy } from '../support/faulty-proxy.js';
import { describeWithRedis } from '../support/redis.js';
import { until } from '../support/until.js';
import { explore, idleBut, itKeepsThePromisesOfTasks, processorOf, type Queues } from './tasks.suite.js';

describe('tasks in process', () => {
  itKeepsThePromisesOfTasks(async (log) => {
    const tasks = new InProcessTasks(log);
    return { tasks, start: (processors) => tasks.start(processors) };
  });
});

function openQueues(redisUrl: string, prefix?: string): Queues {
  const queue = (kind: TaskKind) => new Queue<Task>(kind, redisUrl, { prefix });
  return byKind(queue);
}

describeWithRedis('tasks on Bull', (redisUrl) => {
  itKeepsThePromisesOfTasks(async (log) => {
    const queues = openQueues(redisUrl, `test-${randomUUID()}`);
    const tasks = new BullTasks(queues, log, new PrometheusMetrics());
    const start = async (processors: readonly TaskProcessor[]) => {
      if (new Set(processors.map(({ kind }) => kind)).size === processors.length) explore(queues, processors);
      await tasks.start(processors);
    };
    return { tasks, start };
  });

  it('refuses to start with a processor that reads no queue', async () => {
    const tasks = new BullTasks(openQueues(redisUrl, `test-${randomUUID()}`), new MemoryLog(), new PrometheusMetrics());
    const idle = (kind: TaskKind) => processorOf(kind, 1, async () => undefined);
    await expect(tasks.start(TASK_KINDS.map(idle))).rejects.toThrow(
      'no processor for tasks of kind retrieval reads its queue',
    );
    await tasks.stop(1_000);
  });
});

describeWithRedis('deliveries on Bull', (redisUrl) => {
  it('runs deliveries in the process that enters them while it has room, and queues the others', async () => {
    const queues = openQueues(redisUrl, `test-${randomUUID()}`);
    const metrics = new PrometheusMetrics();
    const tasks = new BullTasks(queues, new MemoryLog(), metrics);
    let running = 0;
    let letGo = () => {};
    const held = new Promise<void>((resolve) => (letGo = resolve));
    const retrieval = processorOf('retrieval', 2, async () => undefined);
    const delivery = processorOf('delivery', 4, async () => {
      running += 1;
      await held;
    });
    const processors = [retrieval, delivery, ...idleBut('retrieval', 'delivery')];
    explore(queues, processors, 2);
    const task = (): Task => ({ kind: 'delivery', id: randomUUID(), claimNumber: 1 });
    const first = task();
    await tasks.enqueue(first);
    expect(await metrics.page().then(({ text }) => text)).not.toContain('outcome="taken_over"');
    await tasks.start(processors);
    await until(() => running === 1);
    const again = task();
    for (const one of [again, again, task(), task(), task()]) await tasks.enqueue(one);
    await until(() => running === 4);
    const { text } = await metrics.page();
    expect(text).toContain('standing_queue_entries_total{kind="delivery",outcome="taken_over"} 3');
    expect(text).toContain('standing_queue_entries_total{kind="delivery",outcome="entered"} 3');
    letGo();
    await until(() => running === 5);
    await tasks.stop(2_000);
  });
});

describeWithRedis('a queue that is closed as soon as it was opened', (redisUrl) => {
  it('closes without a log line and leaves no connection', async () => {
    const queues = openQueues(redisUrl, `test-${randomUUID()}`);
    const log = new MemoryLog();
    const tasks = new BullTasks(queues, log, new PrometheusMetrics());
    const processors = TASK_KINDS.map((kind) => processorOf(kind, 1, async () => undefined));
    explore(queues, processors);
    await tasks.start(processors);
    await tasks.stop(1_000);
    expect(log.lines).toEqual([]);
    const connections = Object.values(queues).flatMap(({ clients }) => clients);
    expect(connections.map(({ status }) => status)).toEqual(connections.map(() => 'end'));
  });
});

/** Blocks this process until a Redis list has this length. */
function untilListed(redisUrl: string, list: string, length: number): void {
  const look = `const redis = new (require('ioredis'))(process.argv[1]);
    const look = async () => ((await redis.llen(process.argv[2])) < +process.argv[3] ? look() : process.exit());
    look();`;
  execFileSync(process.execPath, ['-e', look, redisUrl, list, String(length)], { timeout: 60_000 });
}

describeWithRedis('a process that is busy while Redis answers', (redisUrl) => {
  it('accepts an answer that it reads late because it was busy', async () => {
    const queues = openQueues(redisUrl, `test-${randomUUID()}`);
    const metrics = new PrometheusMetrics();
    const tasks = new BullTasks(queues, new MemoryLog(), metrics);
    const enter = () => tasks.enqueue({ kind: 'retrieval', id: randomUUID(), claimNumber: 1 });
    // The first enqueue makes Redis load the script.
    await until(enter);
    const add = jest.spyOn(queues.retrieval, 'add');
    const entered = enter();
    // Lets the command be sent.
    for (let at = 0; at < 20; at++) await Promise.resolve();
    for (const over = Date.now() + 700; Date.now() < over;);
    untilListed(redisUrl, queues.retrieval.toKey('wait'), 2);
    expect(await entered).toBe(true);
    await enter();
    expect(add).toHaveBeenCalledTimes(2);
    await tasks.stop(1_000);
  });
});

describeWithRedis('a Redis that answers late', (redisUrl) => {
  it('receives tasks again as soon as it answers', async () => {
    const proxy = await FaultyProxy.before(redisUrl);
    const queues = openQueues(proxy.url, `test-${randomUUID()}`);
    const tasks = new BullTasks(queues, new MemoryLog(), new PrometheusMetrics());
    const enter = () => tasks.enqueue({ kind: 'retrieval', id: randomUUID(), claimNumber: 1 });
    await until(enter);
    const add = jest.spyOn(queues.retrieval, 'add');
    proxy.partition();
    expect([await enter(), await enter()]).toEqual([false, false]);
    expect(add).toHaveBeenCalledTimes(1);
    proxy.restore();
    await add.mock.results[0]?.value;
    const next = enter();
    expect(add).toHaveBeenCalledTimes(2);
    await next;
    await tasks.stop(1_000);
    proxy.close();
  });
});

describeWithRedis('tasks on a Bull that lost everything', (redisUrl) => {
  it('runs a task again whose record a worker wrote into an emptied Redis', async () => {
    const queues = openQueues(redisUrl, `test-${randomUUID()}`);
    const tasks = new BullTasks(queues, new MemoryLog(), new PrometheusMetrics());
    const task = { kind: 'retrieval' as const, id: randomUUID(), claimNumber: 1 };
    await queues.retrieval.isReady();
    // Bull writes this when it starts a task.
    await queues.retrieval.client.hset(queues.retrieval.toKey(`retrieval:${task.id}:1`), 'processedOn', '1');
    let seen: string | undefined;
    const processors = [processorOf('retrieval', 1, async ({ id }) => void (seen = id)), ...idleBut('retrieval')];
    explore(queues, processors);
    await tasks.start(processors);
    await tasks.enqueue(task);
    await until(() => seen === task.id);
    await tasks.stop(1_000);
  });
});

describe('tasks on Bull without a Redis', () => {
  it('gives up on a task in time, sends no others for now, and counts them all', async () => {
    const silent = createServer();
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as AddressInfo;
    const metrics = new PrometheusMetrics();
    const queues = openQueues(`redis://127.0.0.1:${port}`);
    const asked = jest.spyOn(queues.retrieval, 'add');
    const tasks = new BullTasks(queues, new MemoryLog(), metrics);
    expect(await tasks.enqueue({ kind: 'retrieval', id: randomUUID(), claimNumber: 1 })).toBe(false);
    const more = Array.from({ length: 100 }, () =>
      tasks.enqueue({ kind: 'retrieval', id: randomUUID(), claimNumber: 1 }),
    );
    expect(new Set(await Promise.all(more))).toEqual(new Set([false]));
    expect(asked).toHaveBeenCalledTimes(1);
    const { text } = await metrics.page();
    expect(text).toContain('standing_queue_entries_total{kind="retrieval",outcome="left_to_sweep"} 101');
    await tasks.stop(100);
    silent.close();
  });
});
