import { AppError } from '../errors.js';
import type { Id } from '../ids.js';
import type { Job } from './job.js';
import type { Retrievals } from './ports.js';

/** How a job stands. Another account's job answers exactly like a missing one. */
export class ReadJob {
  constructor(private readonly retrievals: Retrievals) {}

  async run(accountId: Id<'acc'>, jobId: Id<'job'> | undefined): Promise<Job> {
    const job = jobId && (await this.retrievals.findJob(accountId, jobId));
    if (!job) throw new AppError('JOB_NOT_FOUND');
    return job;
  }
}
