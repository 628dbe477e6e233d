import type { JobOptions, Queue } from 'bull';
import type { Metrics } from '../../core/metrics/ports.js';
import { Jobs, JOB_KINDS, type JobEntry, type JobKind, type Log } from '../../core/ports.js';

/** A queue that cannot be reached must not hold up a request: the sweeper enters again what could not be entered. */
const ENTER_LIMIT_MS = 500;
/** While a queue is found silent, one entry in this time tries it again. */
const TRY_AGAIN_AFTER_MS = 1_000;
/** A connection in these states was there before, or was refused; a first one that is being made is waited for. */
const LOST = new Set(['reconnecting', 'close', 'end']);

/**
 * A worker that was handed an entry while Redis lost everything writes to it once more, and leaves a key that is in no list. Bull takes it for
 * the entry itself, and would refuse to make it ever again. What was entered has data.
 */
const DROP_REMNANT = `if redis.call('HEXISTS', KEYS[1], 'data') == 0 then return redis.call('DEL', KEYS[1]) end return 0`;

/**
 * Kinds that a process with hands free takes over at once from itself, and half of its hands are kept for that: whoever ends a job has at hand what is to
 * be told of it. Questions to registers go through the queue, so that a burst that comes in by one door is shared by all workers.
 */
const HANDED_OVER: ReadonlySet<JobKind> = new Set(['delivery']);

interface Desk {
  /** How many entries of the queue at once. */
  concurrency: number;
  worker: (entry: JobEntry) => Promise<void>;
  /** How many more may be taken over without the queue. */
  handsFree: number;
  /** What was taken over and is not done yet. */
  handedOver: Set<string>;
}

/** A Bull queue for each kind, shared by every process on the same Redis: in one for all, Bull would add up the concurrencies. */
export class BullJobs extends Jobs {
  private readonly desks = new Map<JobKind, Desk>();
  private readonly running = new Set<Promise<void>>();
  private open = false;
  /** By kind: until when a queue that did not answer is left alone. */
  private readonly silentUntil = new Map<JobKind, number>();

  constructor(
    private readonly queues: Record<JobKind, Queue<JobEntry>>,
    private readonly log: Log,
    private readonly metrics: Metrics,
  ) {
    super();
    for (const queue of Object.values(queues)) {
      queue.on('error', (error) => this.log.warn('the queue reports an error', { error }));
      nameWithoutFail(queue);
    }
  }

  async enqueue(entry: JobEntry, delayMs = 0): Promise<boolean> {
    if (delayMs === 0 && this.takesOver(entry)) {
      this.metrics.count('queue_entries_total', { kind: entry.kind, outcome: 'taken_over' });
      return true;
    }
    const entered = this.mayAnswer(entry.kind) && (await this.add(entry, delayMs));
    const outcome = entered ? 'entered' : 'left_to_sweep';
    this.metrics.count('queue_entries_total', { kind: entry.kind, outcome });
    return entered;
  }

  register(kind: JobKind, concurrency: number, worker: (entry: JobEntry) => Promise<void>): void {
    if (this.desks.has(kind)) throw new Error(`${kind} has a worker already`);
    const hands = HANDED_OVER.has(kind) ? Math.floor(concurrency / 2) : 0;
    this.desks.set(kind, { concurrency: concurrency - hands, worker, handsFree: hands, handedOver: new Set() });
  }

  async start(): Promise<void> {
    const missing = JOB_KINDS.find((kind) => !this.desks.has(kind));
    if (missing) throw new Error(`no worker for jobs of kind ${missing}`);
    this.open = true;
    for (const [kind, desk] of this.desks) {
      // Ends with the queue; when that is closed before its connection was ready, Bull rejects it.
      this.queues[kind]
        .process(desk.concurrency, (job) => this.runOne(desk, job.data))
        .catch((error: unknown) => this.open && this.log.error('a queue is not worked off', { kind, error }));
    }
  }

  async stop(graceMs: number): Promise<void> {
    this.open = false;
    let limit: NodeJS.Timeout | undefined;
    const overdue = new Promise((resolve) => (limit = setTimeout(resolve, graceMs)));
    const queues = Object.values(this.queues);
    const paused = Promise.all(queues.map((queue) => queue.pause(true, true)));
    await Promise.race([paused.then(() => Promise.allSettled(this.running)), overdue]);
    clearTimeout(limit);
    await Promise.all(queues.map((queue) => queue.close(true)));
  }

  /** Whether the entry is in this process's own hands, now or already. */
  private takesOver(entry: JobEntry): boolean {
    const desk = this.open ? this.desks.get(entry.kind) : undefined;
    if (!desk) return false;
    const key = keyOf(entry);
    if (desk.handedOver.has(key)) return true;
    if (desk.handsFree === 0) return false;
    desk.handsFree -= 1;
    desk.handedOver.add(key);
    void this.runOne(desk, entry).finally(() => {
      desk.handsFree += 1;
      desk.handedOver.delete(key);
    });
    return true;
  }

  /** What is asked of a lost connection would be kept until it is back, and with it the memory of every request. */
  private mayAnswer(kind: JobKind): boolean {
    return LOST.has(this.queues[kind].client.status) ? false : performance.now() >= (this.silentUntil.get(kind) ?? 0);
  }

  private async add(entry: JobEntry, delayMs: number): Promise<boolean> {
    const options: JobOptions = {
      jobId: keyOf(entry),
      delay: delayMs,
      attempts: 1,
      removeOnComplete: true,
      removeOnFail: true,
    };
    const queue = this.queues[entry.kind];
    // Not waited for: it goes ahead on the same connection. Should it fail, the entry fails with it.
    queue.client.eval(DROP_REMNANT, 1, queue.toKey(keyOf(entry))).catch(() => undefined);
    const added = queue.add(entry, options).then(
      () => true,
      (error: unknown) => {
        this.log.warn('an entry could not be made and is left to the sweeper', { ...entry, error });
        return false;
      },
    );
    let limit: NodeJS.Timeout | undefined;
    const late = new Promise<false>((resolve) => {
      limit = setTimeout(() => {
        this.silentUntil.set(entry.kind, performance.now() + TRY_AGAIN_AFTER_MS);
        resolve(false);
      }, ENTER_LIMIT_MS);
    });
    return Promise.race([added, late]).finally(() => clearTimeout(limit));
  }

  private async runOne(desk: Desk, entry: JobEntry): Promise<void> {
    const work = desk.worker(entry).catch((error: unknown) => {
      this.log.error('a job entry failed and is left to the sweeper', { ...entry, error });
    });
    this.running.add(work);
    await work;
    this.running.delete(work);
  }
}

/** Bull names the connection of a worker and does not wait for it: when the queue is closed before that was done, nobody would hear of the failure but the process. */
function nameWithoutFail(queue: Queue): void {
  const name = queue.setWorkerName.bind(queue);
  queue.setWorkerName = () => name().catch(() => undefined);
}

function keyOf({ kind, id, claimNumber: turn, accountId }: JobEntry): string {
  return `${kind}:${id}:${turn}${accountId ? `:${accountId}` : ''}`;
}
