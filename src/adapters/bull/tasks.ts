import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Job, JobOptions, Queue } from 'bull';
import type { Metrics } from '../../core/metrics/ports.js';
import type { Log } from '../../core/ports.js';
import {
  Tasks,
  TASK_KINDS,
  processorsByKind,
  taskKey,
  type Task,
  type TaskKind,
  type TaskProcessor,
} from '../../core/tasks/ports.js';

/**
 * A queue that cannot be reached must not hold up a request: the sweep enters again what could not
 * be entered.
 */
const ENTER_LIMIT_MS = 500;
/** While a queue is silent, one task in this time tries it again. A late answer ends that. */
const TRY_AGAIN_AFTER_MS = 1_000;
/** How long an end waits for connections that are still being made. */
const CONNECT_LIMIT_MS = 1_000;
/**
 * A connection in these states was there before, or was refused; a first one that is being made is
 * waited for.
 */
const LOST = new Set(['reconnecting', 'close', 'end']);

/**
 * A worker that was handed a task while Redis lost everything writes to it once more, and leaves
 * a key that is in no list. Bull takes it for the task itself, and would refuse to make it ever
 * again. What was entered has data.
 */
const DROP_REMNANT = `if redis.call('HEXISTS', KEYS[1], 'data') == 0 then return redis.call('DEL', KEYS[1]) end return 0`;

type Work = (job: Pick<Job<Task>, 'data'>) => Promise<void>;

/**
 * A Bull queue for each kind, shared by every process on the same Redis: in one for all, Bull would
 * add up the concurrencies.
 */
export class BullTasks extends Tasks {
  private readonly running = new Set<Promise<void>>();
  private open = false;
  private stopping: Promise<void> | undefined;
  /** Settled when the queues that are worked off here have all their connections. */
  private readonly connecting: Promise<unknown>[] = [];
  /** By kind, of the processors that take more than their queue gives them. */
  private readonly pools = new Map<TaskKind, { pool: WorkerPool; processor: TaskProcessor }>();
  /** How many tasks at once a queue gives its processor. */
  private readonly queueConcurrency = new Map<TaskKind, number>();
  /** By kind: until when a queue that did not answer is left alone. */
  private readonly silentUntil = new Map<TaskKind, number>();

  constructor(
    private readonly queues: Record<TaskKind, Queue<Task>>,
    private readonly log: Log,
    private readonly metrics: Metrics,
  ) {
    super();
    for (const kind of TASK_KINDS) {
      const queue = queues[kind];
      queue.on('error', (error) => this.log.warn('the queue reported an error', { error }));
      this.nameWithoutFail(queue);
      this.superviseProcessor(kind, queue);
    }
  }

  async enqueue(task: Task, delayMs = 0): Promise<boolean> {
    if (delayMs === 0 && this.takesOver(task)) {
      this.metrics.count('queue_entries_total', { kind: task.kind, outcome: 'taken_over' });
      return true;
    }
    const entered = this.mayAnswer(task.kind) && (await this.add(task, delayMs));
    const outcome = entered ? 'entered' : 'left_to_sweep';
    this.metrics.count('queue_entries_total', { kind: task.kind, outcome });
    return entered;
  }

  async start(processors: readonly TaskProcessor[]): Promise<void> {
    for (const processor of Object.values(processorsByKind(processors))) {
      const { kind, concurrency } = processor;
      const fromQueue = this.queueConcurrency.get(kind);
      if (fromQueue === undefined) throw new Error(`no processor for tasks of kind ${kind} reads its queue`);
      if (concurrency > fromQueue) this.pools.set(kind, { pool: new WorkerPool(concurrency - fromQueue), processor });
    }
    this.open = true;
  }

  /** Once: a queue that is paused after its end would connect again. */
  stop(graceMs: number): Promise<void> {
    this.stopping ??= this.end(graceMs);
    return this.stopping;
  }

  private async end(graceMs: number): Promise<void> {
    this.open = false;
    // Bull leaves connections open when it is closed while it opens them.
    await Promise.race([Promise.all(this.connecting), sleep(CONNECT_LIMIT_MS, undefined, { ref: false })]);
    let limit: NodeJS.Timeout | undefined;
    const overdue = new Promise((resolve) => (limit = setTimeout(resolve, graceMs)));
    const queues = Object.values(this.queues);
    const paused = Promise.all(queues.map((queue) => queue.pause(true, true)));
    await Promise.race([paused.then(() => Promise.allSettled(this.running)), overdue]);
    clearTimeout(limit);
    await Promise.all(queues.map((queue) => queue.close(true)));
    // What Bull made while it closed it does not close again.
    const left = queues.flatMap(({ clients }) => clients).filter(({ status }) => status !== 'end');
    const ended = Promise.all(left.map(disconnected));
    await Promise.race([ended, sleep(CONNECT_LIMIT_MS, undefined, { ref: false })]);
  }

  /**
   * The process that ends a job has at hand what its webhook says, so it delivers that itself while
   * it has places. Questions to registers go through the queue, so that a burst that comes in at
   * one process is shared by all workers.
   */
  private takesOver(task: Task): boolean {
    const own = this.open ? this.pools.get(task.kind) : undefined;
    if (!own) return false;
    return own.pool.take(taskKey(task), () => this.supervised(task, own.processor.process({ data: task })));
  }

  /**
   * Bull's explorer calls `process` for each `@Processor` and drops the promise, which is rejected
   * when the queue is closed before it was connected.
   */
  private superviseProcessor(kind: TaskKind, queue: Queue<Task>): void {
    const process = queue.process.bind(queue) as (concurrency: number, work: Work) => Promise<void>;
    queue.process = (async (concurrency: number, work: Work) => {
      this.queueConcurrency.set(kind, concurrency);
      this.connecting.push(new Promise((resolve) => queue.once('registered:delayed', resolve)));
      await process(concurrency, (job) => this.supervised(job.data, work(job))).catch((error: unknown) => {
        if (this.open) this.log.error('a queue stopped processing its tasks', { kind, error });
      });
    }) as typeof queue.process;
  }

  /**
   * Bull names the connection of a worker without waiting for that: when the queue is closed
   * before, the rejection would end the process.
   */
  private nameWithoutFail(queue: Queue<Task>): void {
    const name = queue.setWorkerName.bind(queue);
    queue.setWorkerName = () => {
      const named = name().catch(() => undefined);
      this.connecting.push(named);
      return named;
    };
  }

  /**
   * What is asked of a lost connection would be kept until it is back, and with it the memory of
   * every request.
   */
  private mayAnswer(kind: TaskKind): boolean {
    return LOST.has(this.queues[kind].client.status) ? false : performance.now() >= (this.silentUntil.get(kind) ?? 0);
  }

  private async add(task: Task, delayMs: number): Promise<boolean> {
    const options: JobOptions = {
      jobId: taskKey(task),
      delay: delayMs,
      attempts: 1,
      removeOnComplete: true,
      removeOnFail: true,
    };
    const queue = this.queues[task.kind];
    // Not waited for: it goes ahead on the same connection. Should it fail, the task fails with
    // it.
    queue.client.eval(DROP_REMNANT, 1, queue.toKey(taskKey(task))).catch(() => undefined);
    const added = queue.add(task, options).then(
      () => {
        this.silentUntil.delete(task.kind);
        return true;
      },
      (error: unknown) => {
        // An end closes the connection below what is on its way: no fault to report.
        if (!this.stopping) this.log.warn('a task could not be queued; the sweep will queue it', { ...task, error });
        return false;
      },
    );
    let limit: NodeJS.Timeout | undefined;
    let lastTurn: NodeJS.Immediate | undefined;
    const late = new Promise<false>((resolve) => {
      const tell = () => {
        this.silentUntil.set(task.kind, performance.now() + TRY_AGAIN_AFTER_MS);
        resolve(false);
      };
      // A process that was busy until then first reads what has arrived for it.
      limit = setTimeout(() => (lastTurn = setImmediate(tell)), ENTER_LIMIT_MS);
    });
    return Promise.race([added, late]).finally(() => {
      clearTimeout(limit);
      clearImmediate(lastTurn);
    });
  }

  private async supervised(task: Task, work: Promise<void>): Promise<void> {
    const ended = work.catch((error: unknown) => {
      this.log.error('a task failed; the sweep will retry it', { ...task, error });
    });
    this.running.add(ended);
    await ended;
    this.running.delete(ended);
  }
}

async function disconnected(client: Queue['client']): Promise<void> {
  const ended = once(client, 'end');
  client.disconnect();
  await ended;
}

/** Places of this process for tasks that are handed over to it directly, past the queue. */
export class WorkerPool {
  private readonly running = new Set<string>();

  constructor(private readonly places: number) {}

  /**
   * Whether the task of this key is worked on here now: `work` is begun unless it is already, or
   * all places are taken.
   */
  take(key: string, work: () => Promise<void>): boolean {
    if (this.running.has(key)) return true;
    if (this.running.size >= this.places) return false;
    this.running.add(key);
    void work().finally(() => this.running.delete(key));
    return true;
  }
}
