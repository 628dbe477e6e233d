import type { Id } from '../ids.js';

/** `batch` is one round of a batch, `check` a round of watch checks, `chore` periodic work. */
export const TASK_KINDS = ['retrieval', 'delivery', 'batch', 'check', 'chore'] as const;
export type TaskKind = (typeof TASK_KINDS)[number];

/**
 * A queue entry: a request to work on a row. Not to be confused with a job, a customer's
 * verification or search. `claimNumber` distinguishes a repeated claim from the task of the
 * previous one.
 */
export interface Task {
  kind: TaskKind;
  id: string;
  claimNumber: number;
  /** The account whose share of the workers it uses. */
  accountId?: Id<'acc'>;
  /** For a retrieval: the register. */
  jurisdiction?: string;
  /** For a delivery: host and port. */
  destination?: string;
}

export function taskKey({ kind, id, claimNumber, accountId }: Task): string {
  return `${kind}:${id}:${claimNumber}${accountId ? `:${accountId}` : ''}`;
}

/** Works on the tasks of one kind. Errors are logged and the task is dropped: its row stays due. */
export interface TaskProcessor {
  readonly kind: TaskKind;
  readonly concurrency: number;
  process(queued: { data: Task }): Promise<void>;
  /** Starts no new work, and ends work early that another process can resume. */
  stop?(): void;
}

/** Throws if a kind has no processor or more than one. */
export function processorsByKind(processors: readonly TaskProcessor[]): Record<TaskKind, TaskProcessor> {
  const of = (kind: TaskKind): TaskProcessor => {
    const [processor, second] = processors.filter((one) => one.kind === kind);
    if (!processor) throw new Error(`no processor for tasks of kind ${kind}`);
    if (second) throw new Error(`two processors for tasks of kind ${kind}`);
    return processor;
  };
  return byKind(of);
}

export function byKind<T>(make: (kind: TaskKind) => T): Record<TaskKind, T> {
  return Object.fromEntries(TASK_KINDS.map((kind) => [kind, make(kind)])) as Record<TaskKind, T>;
}

/**
 * The work queue: a task says *when* to look at a row, the row says *what* to do. Losing all tasks
 * loses nothing, because a sweep queues everything that is due again.
 */
export abstract class Tasks {
  /**
   * Schedules the task `delayMs` from now. Idempotent: does nothing while an equal task waits or
   * runs, except that a task without a delay replaces an equal one that waits for its delay: its
   * row is due, and the delay was counted by a clock that may have been wrong. Resolves within two
   * seconds whatever the state of the queue; `false` if the task could not be queued.
   */
  abstract enqueue(task: Task, delayMs?: number): Promise<boolean>;

  /**
   * Starts handing tasks to the processors. Throws if a kind has no processor or more than one.
   * Call once per process.
   */
  abstract start(processors: readonly TaskProcessor[]): Promise<void>;

  /** Accepts no more tasks and waits up to `graceMs` for running ones. */
  abstract stop(graceMs: number): Promise<void>;
}
