import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Queue } from 'bull';
import { TASK_KINDS, type Task, type TaskKind, type TaskProcessor, type Tasks } from '../../src/core/tasks/ports.js';
import { MemoryLog } from '../support/fakes.js';
import { until } from '../support/until.js';

export interface OpenTasks {
  tasks: Tasks;
  start: (processors: readonly TaskProcessor[]) => Promise<void>;
}

export function processorOf(kind: TaskKind, concurrency: number, work: (task: Task) => Promise<void>): TaskProcessor {
  return { kind, concurrency, process: ({ data }) => work(data) };
}

/** Returns idle processors for all kinds except these. */
export function idleBut(...kinds: TaskKind[]): TaskProcessor[] {
  return TASK_KINDS.filter((kind) => !kinds.includes(kind)).map((kind) => processorOf(kind, 1, async () => undefined));
}

export type Queues = Record<TaskKind, Queue<Task>>;

/**
 * Registers the processors as Nest's explorer does with `@Process` methods; like the explorer, it
 * does not wait for them.
 */
export function explore(queues: Queues, processors: readonly TaskProcessor[], concurrency?: number): void {
  for (const one of processors) {
    void queues[one.kind].process(concurrency ?? one.concurrency, (job) => one.process(job));
  }
}

/**
 * The contract of the task port, for every implementation. `open` creates one whose tasks are
 * separate from all others.
 */
export function itKeepsThePromisesOfTasks(open: (log: MemoryLog) => Promise<OpenTasks>): void {
  let tasks: Tasks;
  let start: OpenTasks['start'];
  let log: MemoryLog;
  let seen: string[];
  let deliveries: string[];
  /** Workers may keep their slots until this resolves. */
  let held: Promise<void>;
  let letGo: () => void;

  beforeEach(async () => {
    held = new Promise((resolve) => (letGo = resolve));
    log = new MemoryLog();
    seen = [];
    deliveries = [];
    ({ tasks, start } = await open(log));
  });
  afterEach(async () => {
    letGo();
    await tasks.stop(1_000);
  });

  const task = (id: string = randomUUID(), claimNumber = 1) => ({ kind: 'retrieval' as const, id, claimNumber });
  /** Retries like the sweep, which enqueues a task again when the queue did not answer in time. */
  const enter = (made: Task, delayMs?: number) => until(() => tasks.enqueue(made, delayMs));
  const startWith = async (worker: (id: string) => Promise<void>, concurrency = 4) => {
    await start([
      processorOf('retrieval', concurrency, async ({ id }) => {
        seen.push(id);
        await worker(id);
      }),
      processorOf('delivery', 4, async ({ id }) => void deliveries.push(id)),
      ...idleBut('retrieval', 'delivery'),
    ]);
  };

  it('gives a task to the worker once', async () => {
    // While the task is active, it counts as the same one if a slow queue receives it again.
    await startWith(() => held);
    const [made, later] = [task(), task()];
    await enter(made);
    await until(() => seen.length > 0);
    await enter(later);
    await until(() => seen.includes(later.id));
    expect(seen).toEqual([made.id, later.id]);
  });

  it('keeps a task that was entered before the start', async () => {
    const made = task();
    await enter(made);
    await startWith(async () => {});
    await until(() => seen.includes(made.id));
  });

  it('merges two equal tasks, and runs two attempts separately', async () => {
    const id = randomUUID();
    const later = task();
    await startWith(() => held);
    await Promise.all([enter(task(id, 1), 100), enter(task(id, 1), 100), enter(task(id, 2), 100)]);
    await until(() => seen.length === 2);
    await enter(later, 100);
    await until(() => seen.includes(later.id));
    expect(seen).toEqual([id, id, later.id]);
  });

  it('accepts the next turn of a row from the worker that processes it', async () => {
    const id = randomUUID();
    await startWith(async () => {
      if (seen.length === 1) await enter(task(id, 2));
    });
    await enter(task(id, 1));
    await until(() => seen.length === 2);
  });

  it('accepts a task again after it has run', async () => {
    const id = randomUUID();
    await startWith(async () => {});
    await enter(task(id));
    await until(() => seen.length === 1);
    // Until its end is recorded, an equal task counts as the same one.
    await until(async () => {
      await enter(task(id));
      return seen.length > 1;
    });
  });

  it('runs a task once and at once that waits for its delay and is entered again without one', async () => {
    await startWith(() => held);
    const [made, later] = [task(), task()];
    await enter(made, 5 * 3_600_000);
    await enter(later, 5 * 3_600_000);
    await enter(later, 4 * 3_600_000);
    await enter(made);
    await until(() => seen.length > 0);
    await enter(made);
    await enter(later);
    await until(() => seen.includes(later.id));
    expect(seen).toEqual([made.id, later.id]);
  });

  it('waits for the delay', async () => {
    await startWith(async () => {});
    const started = Date.now();
    await enter(task(), 400);
    await until(() => seen.length === 1);
    expect(Date.now() - started).toBeGreaterThanOrEqual(380);
  });

  it('never runs more tasks at once than its concurrency', async () => {
    let running = 0;
    let most = 0;
    await startWith(async () => {
      running += 1;
      most = Math.max(most, running);
      await held;
      await sleep(50);
      running -= 1;
    }, 3);
    await Promise.all(Array.from({ length: 12 }, () => enter(task())));
    await until(() => running === 3);
    letGo();
    await until(() => seen.length === 12);
    expect(most).toBe(3);
  });

  it('runs one kind of task even when another uses all of its capacity', async () => {
    let most = 0;
    let running = 0;
    await startWith(async () => {
      most = Math.max(most, ++running);
      await held;
    }, 2);
    await Promise.all(Array.from({ length: 8 }, () => enter(task())));
    await until(() => running === 2);
    const made = { kind: 'delivery' as const, id: randomUUID(), claimNumber: 1 };
    await enter(made);
    await until(() => deliveries.length === 1);
    expect(running).toBe(2);
    expect(most).toBe(2);
  });

  it('logs an error of a worker once, and continues', async () => {
    await startWith(async () => {
      if (seen.length === 1) throw new Error('the worker tripped');
    });
    await enter(task());
    await until(() => seen.length === 1);
    await enter(task());
    await until(() => seen.length === 2);
    expect(log.lines.filter(({ fields }) => String(fields['error']).includes('the worker tripped'))).toHaveLength(1);
  });

  it('refuses to start without a processor for every kind, or with two for one', async () => {
    const retrieval = processorOf('retrieval', 1, async () => {});
    await expect(start([])).rejects.toThrow('no processor for tasks of kind retrieval');
    await expect(start(idleBut('chore'))).rejects.toThrow('no processor for tasks of kind chore');
    await expect(start([retrieval, ...idleBut()])).rejects.toThrow('two processors for tasks of kind retrieval');
  });

  it('finishes running work when it stops, and starts no more', async () => {
    let ended = 0;
    await startWith(async () => {
      await held;
      // Longer than `stop` waits for connections that are still being opened.
      await sleep(1_500);
      ended += 1;
    }, 1);
    await enter(task());
    await enter(task());
    await until(() => seen.length === 1);
    const stopped = tasks.stop(60_000);
    letGo();
    await stopped;
    expect(ended).toBe(1);
    await sleep(400);
    expect(seen).toHaveLength(1);
  });
}
