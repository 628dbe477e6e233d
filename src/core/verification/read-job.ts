import { AppError } from '../errors.js';
import type { Id } from '../ids.js';
import { JobReader, type DecidedJob } from './ports.js';
import { Injectable } from '../injectable.js';

/**
 * Reads the current state of a job, and the decision about it. Another account's job is reported as
 * not found.
 */
@Injectable()
export class ReadJob {
  constructor(private readonly jobReader: JobReader) {}

  async run(accountId: Id<'acc'>, jobId: Id<'job'> | undefined): Promise<DecidedJob> {
    const job = jobId && (await this.jobReader.find(accountId, jobId));
    if (!job) throw new AppError('JOB_NOT_FOUND');
    return job;
  }
}
