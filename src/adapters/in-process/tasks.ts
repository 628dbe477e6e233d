import type { Log } from '../../core/ports.js';
import {
  byKind,
  Tasks,
  processorsByKind,
  taskKey,
  type Task,
  type TaskKind,
  type TaskProcessor,
} from '../../core/tasks/ports.js';

interface WorkerPool {
  running: number;
  waiting: Task[];
}

/**
 * Runs tasks inside this process when there is no Redis. Tasks lost in a restart are queued again
 * from the database rows.
 */
export class InProcessTasks extends Tasks {
  private readonly pools = byKind((): WorkerPool => ({ running: 0, waiting: [] }));
  /** Keys of waiting and running tasks, so that a task is not added twice. */
  private readonly known = new Set<string>();
  /** Of known tasks that wait for their delay. */
  private readonly timers = new Map<string, NodeJS.Timeout>();
  private readonly underWay = new Set<Promise<void>>();
  /** `undefined` unless started. */
  private processors: Record<TaskKind, TaskProcessor> | undefined;

  constructor(private readonly log: Log) {
    super();
  }

  async enqueue(task: Task, delayMs = 0): Promise<boolean> {
    const key = taskKey(task);
    const isOverdue = delayMs === 0 && this.timers.has(key);
    if (this.known.has(key) && !isOverdue) return true;
    this.known.add(key);
    clearTimeout(this.timers.get(key));
    const timer = setTimeout(() => {
      this.timers.delete(key);
      this.pools[task.kind].waiting.push(task);
      this.handOut(task.kind);
    }, delayMs);
    this.timers.set(key, timer);
    return true;
  }

  async start(processors: readonly TaskProcessor[]): Promise<void> {
    this.processors = processorsByKind(processors);
    for (const { kind } of processors) this.handOut(kind);
  }

  async stop(graceMs: number): Promise<void> {
    this.processors = undefined;
    for (const timer of this.timers.values()) clearTimeout(timer);
    this.timers.clear();
    let limit: NodeJS.Timeout | undefined;
    const overdue = new Promise((resolve) => (limit = setTimeout(resolve, graceMs)));
    await Promise.race([Promise.allSettled(this.underWay), overdue]);
    clearTimeout(limit);
  }

  private handOut(kind: TaskKind): void {
    const pool = this.pools[kind];
    for (let processor = this.processors?.[kind]; processor; processor = this.processors?.[kind]) {
      const task = pool.running < processor.concurrency ? pool.waiting.shift() : undefined;
      if (!task) return;
      pool.running += 1;
      const done = this.process(processor, task).finally(() => {
        pool.running -= 1;
        this.underWay.delete(done);
        this.handOut(kind);
      });
      this.underWay.add(done);
    }
  }

  private async process(processor: TaskProcessor, task: Task): Promise<void> {
    try {
      await processor.process({ data: task });
    } catch (error) {
      this.log.error('a task failed; the sweep will retry it', { ...task, error });
    } finally {
      this.known.delete(taskKey(task));
    }
  }
}
