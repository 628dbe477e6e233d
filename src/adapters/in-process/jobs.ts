import { Jobs, JOB_KINDS, type JobEntry, type JobKind, type Log } from '../../core/ports.js';

interface Desk {
  concurrency: number;
  worker: (entry: JobEntry) => Promise<void>;
  running: number;
  waiting: JobEntry[];
}

/** Work inside this very process, for when there is no Redis. What is lost with the process is entered again from the rows. */
export class InProcessJobs extends Jobs {
  private readonly desks = new Map<JobKind, Desk>();
  /** Entries that wait or run, so that an equal one is not made twice. */
  private readonly known = new Set<string>();
  private readonly timers = new Set<NodeJS.Timeout>();
  private readonly underWay = new Set<Promise<void>>();
  private open = false;

  constructor(private readonly log: Log) {
    super();
  }

  async enqueue(entry: JobEntry, delayMs = 0): Promise<boolean> {
    const key = keyOf(entry);
    if (this.known.has(key)) return true;
    this.known.add(key);
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      this.desk(entry.kind).waiting.push(entry);
      this.handOut(entry.kind);
    }, delayMs);
    this.timers.add(timer);
    return true;
  }

  register(kind: JobKind, concurrency: number, worker: (entry: JobEntry) => Promise<void>): void {
    if (this.desks.has(kind)) throw new Error(`${kind} has a worker already`);
    this.desks.set(kind, { concurrency, worker, running: 0, waiting: [] });
  }

  async start(): Promise<void> {
    for (const kind of JOB_KINDS) this.desk(kind);
    this.open = true;
    for (const kind of JOB_KINDS) this.handOut(kind);
  }

  async stop(graceMs: number): Promise<void> {
    this.open = false;
    for (const timer of this.timers) clearTimeout(timer);
    this.timers.clear();
    let limit: NodeJS.Timeout | undefined;
    const overdue = new Promise((resolve) => (limit = setTimeout(resolve, graceMs)));
    await Promise.race([Promise.allSettled(this.underWay), overdue]);
    clearTimeout(limit);
  }

  private handOut(kind: JobKind): void {
    const desk = this.desk(kind);
    while (this.open && desk.running < desk.concurrency) {
      const entry = desk.waiting.shift();
      if (!entry) return;
      desk.running += 1;
      const done = this.runOne(desk, entry).finally(() => {
        this.underWay.delete(done);
        this.handOut(kind);
      });
      this.underWay.add(done);
    }
  }

  private async runOne(desk: Desk, entry: JobEntry): Promise<void> {
    try {
      await desk.worker(entry);
    } catch (error) {
      this.log.error('a job entry failed and is left to the sweeper', { ...entry, error });
    } finally {
      desk.running -= 1;
      this.known.delete(keyOf(entry));
    }
  }

  private desk(kind: JobKind): Desk {
    const desk = this.desks.get(kind);
    if (!desk) throw new Error(`no worker for jobs of kind ${kind}`);
    return desk;
  }
}

function keyOf({ kind, id, claimNumber: turn, accountId }: JobEntry): string {
  return `${kind}:${id}:${turn}${accountId ? `:${accountId}` : ''}`;
}
