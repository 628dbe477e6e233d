import { toUuid, type Id } from '../../../core/ids.js';
import type { Job } from '../../../core/verification/job.js';
import { JobReader } from '../../../core/verification/ports.js';
import type { Database } from '../client/database.js';
import { isOver, JOB, toJob, type JobRow } from './job-row.js';
import type { Notifications } from '../cache/notifications.js';

/** A waiting caller looks for himself this often, in case a notification was missed. */
const LOOK_MS = 2_000;

export class PostgresJobReader extends JobReader {
  /** Those who wait for a job to end, so that they can be told that it takes too long. */
  private readonly waiting = new Set<() => void>();
  private leaving = false;

  constructor(
    private readonly db: Database,
    private readonly jobEnded: Notifications,
  ) {
    super();
  }

  async find(accountId: Id<'acc'>, jobId: Id<'job'>): Promise<Job | undefined> {
    const row = await this.db.row<JobRow>(`select ${JOB} from jobs where id = $1 and account_id = $2`, [
      toUuid(jobId),
      toUuid(accountId),
    ]);
    return row && toJob(row);
  }

  async waitForEnd(accountId: Id<'acc'>, jobId: Id<'job'>, timeoutMs: number): Promise<Job | undefined> {
    const deadline = performance.now() + timeoutMs;
    let wake = () => {};
    const off = this.jobEnded.on(toUuid(jobId), () => wake());
    const give = () => wake();
    this.waiting.add(give);
    try {
      for (;;) {
        // Made before the look, so that an end between the look and the wait is not missed.
        const told = new Promise<void>((resolve) => (wake = resolve));
        const job = await this.find(accountId, jobId);
        const leftMs = deadline - performance.now();
        if (!job || isOver(job) || leftMs <= 0 || this.leaving) return job;
        await toldOrLate(told, Math.min(leftMs, LOOK_MS));
      }
    } finally {
      off();
      this.waiting.delete(give);
    }
  }

  /** Wakes all waiters with the job's current state, now and from now on: the process is about to end, and an answer is better than a cut connection. */
  stopWaiting(): void {
    this.leaving = true;
    for (const give of this.waiting) give();
  }
}

async function toldOrLate(told: Promise<void>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([told, late]);
  clearTimeout(timer);
}
