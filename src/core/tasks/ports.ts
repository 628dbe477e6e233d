import type { Id } from '../ids.js';

/**
 * `batch` is a round of one, `check` a round of checks of watches, `chore` what is done from time
 * to time.
 */
export const TASK_KINDS = ['retrieval', 'delivery', 'batch', 'check', 'chore'] as const;
export type TaskKind = (typeof TASK_KINDS)[number];

/**
 * An entry of the queue: one request to work on a row. A job is something else, the verification or
 * search of a customer. `claimNumber` distinguishes a repeated claim from the task of the previous
 * one.
 */
export interface Task {
  kind: TaskKind;
  id: string;
  claimNumber: number;
  /** In whose share of the workers it is done. */
  accountId?: Id<'acc'>;
  /** Of a retrieval: whose register it asks. */
  jurisdiction?: string;
  /** Of a delivery: host and port. */
  destination?: string;
}

/** Equal tasks have equal keys. */
export function taskKey({ kind, id, claimNumber, accountId }: Task): string {
  return `${kind}:${id}:${claimNumber}${accountId ? `:${accountId}` : ''}`;
}

/**
 * Works on the tasks of one kind. What it throws is logged, and the task is gone: its row stays
 * due.
 */
export interface TaskProcessor {
  readonly kind: TaskKind;
  /** How many tasks this process works on at once. */
  readonly concurrency: number;
  process(queued: { data: Task }): Promise<void>;
  /** Begins nothing more, and ends early what another process can go on with. */
  stop?(): void;
}

/** By kind; throws when a kind has no processor, or two. */
export function processorsByKind(processors: readonly TaskProcessor[]): Record<TaskKind, TaskProcessor> {
  const of = (kind: TaskKind): TaskProcessor => {
    const [processor, second] = processors.filter((one) => one.kind === kind);
    if (!processor) throw new Error(`no processor for tasks of kind ${kind}`);
    if (second) throw new Error(`two processors for tasks of kind ${kind}`);
    return processor;
  };
  return byKind(of);
}

/** The same of every kind. */
export function byKind<T>(make: (kind: TaskKind) => T): Record<TaskKind, T> {
  return Object.fromEntries(TASK_KINDS.map((kind) => [kind, make(kind)])) as Record<TaskKind, T>;
}

/**
 * The transport of work: it says *when* to look at a row, the row says *what* is to be done. Losing
 * every task loses nothing, because a sweeper enters again whatever is due.
 */
export abstract class Tasks {
  /**
   * Asks for the task to be worked on `delayMs` from now. Safe to repeat: while an equal task
   * waits or runs, nothing happens. Resolves within two seconds whatever the state of the queue;
   * `false` means that it could not be entered.
   */
  abstract enqueue(task: Task, delayMs?: number): Promise<boolean>;

  /**
   * Begins to hand out tasks to these processors. Throws when a kind has none, or two. Once per
   * process.
   */
  abstract start(processors: readonly TaskProcessor[]): Promise<void>;

  /** Takes no more tasks and waits for the running ones, at most `graceMs`. */
  abstract stop(graceMs: number): Promise<void>;
}
