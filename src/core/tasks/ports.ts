import type { Id } from '../ids.js';

/**
 * `batch` is a round of one, `check` a round of checks of watches, `chore` what is done from time
 * to time.
 */
export const TASK_KINDS = ['retrieval', 'delivery', 'batch', 'check', 'chore'] as const;
export type TaskKind = (typeof TASK_KINDS)[number];

/**
 * One request to work on a row. `claimNumber` distinguishes a repeated claim from the entry of the
 * previous one.
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

/**
 * Works on the entries of one kind. What it throws is logged, and the entry is gone: its row stays
 * due.
 */
export interface TaskProcessor {
  readonly kind: TaskKind;
  /** How many entries this process works on at once. */
  readonly concurrency: number;
  process(job: { data: Task }): Promise<void>;
  /** Begins nothing more, and ends early what another process can go on with. */
  stop?(): void;
}

/** By kind; throws when a job kind has no processor, or two. */
export function processorsByKind(processors: readonly TaskProcessor[]): Record<TaskKind, TaskProcessor> {
  const of = (kind: TaskKind): TaskProcessor => {
    const [processor, second] = processors.filter((one) => one.kind === kind);
    if (!processor) throw new Error(`no processor for jobs of kind ${kind}`);
    if (second) throw new Error(`two processors for jobs of kind ${kind}`);
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
 * every entry loses nothing, because a sweeper enters again whatever is due.
 */
export abstract class Tasks {
  /**
   * Asks for the entry to be worked on `delayMs` from now. Safe to repeat: while an equal entry
   * waits or runs, nothing happens. Resolves within two seconds whatever the state of the queue;
   * `false` means that it could not be entered.
   */
  abstract enqueue(entry: Task, delayMs?: number): Promise<boolean>;

  /**
   * Begins to hand out entries to these processors. Throws when a job kind has none, or two. Once
   * per process.
   */
  abstract start(processors: readonly TaskProcessor[]): Promise<void>;

  /** Takes no more entries and waits for the running ones, at most `graceMs`. */
  abstract stop(graceMs: number): Promise<void>;
}
