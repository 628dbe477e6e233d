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
 * A request must not hang on an unreachable queue. The sweep queues later whatever could not be
 * queued.
 */
const ENTER_LIMIT_MS = 500;
/** While a queue is silent, one task per interval tries it again. A late reply ends the silence. */
const TRY_AGAIN_AFTER_MS = 1_000;
/** Shutdown waits this long for connections that are still opening, and for those it closes. */
const CONNECT_LIMIT_MS = 1_000;
/**
 * A connection in these states existed before, or was refused. A first connection that is still
 * being made is waited for.
 */
const LOST = new Set(['reconnecting', 'close', 'end']);

/**
 * Bull refuses to add a task whose key exists, in two cases wrongly. A worker that holds a task
 * while Redis loses all data writes to the task's key once more; the key is then in no list. A key
 * that Bull added itself has `data`. And a delayed task waits for the clock of the process that
 * added it: if that clock was ahead, longer than its row does.
 */
const MAKE_ROOM = `
local is_remnant = redis.call('HEXISTS', KEYS[1], 'data') == 0
local is_overdue = ARGV[2] == '0' and redis.call('ZREM', KEYS[2], ARGV[1]) == 1
if is_remnant or is_overdue then return redis.call('DEL', KEYS[1]) end
return 0`;

type Work = (job: Pick<Job<Task>, 'data'>) => Promise<void>;

/**
 * One Bull queue per task kind, shared by every process on the same Redis. In a single queue for
 * all kinds, Bull would add up their concurrencies.
 */
export class BullTasks extends Tasks {
  private readonly running = new Set<Promise<void>>();
  private open = false;
  private stopping: Promise<void> | undefined;
  /** Resolve once the queues this process works on have all their connections. */
  private readonly connecting: Promise<unknown>[] = [];
  /** Kinds whose processor has a higher concurrency than its queue. */
  private readonly pools = new Map<TaskKind, { pool: WorkerPool; processor: TaskProcessor }>();
  private readonly queueConcurrency = new Map<TaskKind, number>();
  /** A queue that did not reply is not used until this time (`performance.now()`). */
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

  /** Runs only once: pausing a queue after it was closed would reconnect it. */
  stop(graceMs: number): Promise<void> {
    this.stopping ??= this.end(graceMs);
    return this.stopping;
  }

  private async end(graceMs: number): Promise<void> {
    this.open = false;
    // Bull leaves connections open if it is closed while they are being opened.
    await Promise.race([Promise.all(this.connecting), sleep(CONNECT_LIMIT_MS, undefined, { ref: false })]);
    let limit: NodeJS.Timeout | undefined;
    const overdue = new Promise((resolve) => (limit = setTimeout(resolve, graceMs)));
    const queues = Object.values(this.queues);
    const paused = Promise.all(queues.map((queue) => queue.pause(true, true)));
    await Promise.race([paused.then(() => Promise.allSettled(this.running)), overdue]);
    clearTimeout(limit);
    await Promise.all(queues.map((queue) => queue.close(true)));
    // Bull does not close the connections it opened while closing.
    const left = queues.flatMap(({ clients }) => clients).filter(({ status }) => status !== 'end');
    const ended = Promise.all(left.map(disconnected));
    await Promise.race([ended, sleep(CONNECT_LIMIT_MS, undefined, { ref: false })]);
  }

  /**
   * The process that ends a job already has the webhook's content, so it delivers the webhook
   * itself while it has free slots. Register calls go through the queue, so that all workers share
   * a burst that arrives at one process.
   */
  private takesOver(task: Task): boolean {
    const own = this.open ? this.pools.get(task.kind) : undefined;
    if (!own) return false;
    return own.pool.take(taskKey(task), () => this.supervised(task, own.processor.process({ data: task })));
  }

  /**
   * Bull's explorer calls `process` for each `@Processor` and drops the promise. That promise
   * rejects if the queue is closed before it has connected.
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
   * Bull names a worker's connection without awaiting the call. If the queue is closed first, the
   * unhandled rejection would end the process.
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
   * ioredis would buffer commands for a lost connection until it is back, and with them the memory
   * of every request.
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
    // Not awaited: it precedes `add` on the same connection. If it fails, so does `add`.
    const key = taskKey(task);
    const keys = [queue.toKey(key), queue.toKey('delayed')];
    queue.client.eval(MAKE_ROOM, keys.length, ...keys, key, delayMs).catch(() => undefined);
    const added = queue.add(task, options).then(
      () => {
        this.silentUntil.delete(task.kind);
        return true;
      },
      (error: unknown) => {
        // Shutdown closes the connection under tasks that are being added. That is not a fault.
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
      // If the process was too busy to read the reply, let it do so first.
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

export class WorkerPool {
  private readonly running = new Set<string>();

  constructor(private readonly places: number) {}

  /**
   * Returns whether this process is working on the task with this key. Starts `work` if there is a
   * free slot and the task is not already running.
   */
  take(key: string, work: () => Promise<void>): boolean {
    if (this.running.has(key)) return true;
    if (this.running.size >= this.places) return false;
    this.running.add(key);
    void work().finally(() => this.running.delete(key));
    return true;
  }
}
