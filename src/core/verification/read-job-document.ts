import { AppError } from '../errors.js';
import type { Id } from '../ids.js';
import { type JobDocument, JobReader } from './ports.js';
import { Injectable } from '../injectable.js';

/**
 * Reads a job with all stored details, for printing. Another account's job is reported as not
 * found.
 */
@Injectable()
export class ReadJobDocument {
  constructor(private readonly jobReader: JobReader) {}

  async run(accountId: Id<'acc'>, jobId: Id<'job'> | undefined): Promise<JobDocument> {
    const job = jobId && (await this.jobReader.document(accountId, jobId));
    if (!job) throw new AppError('JOB_NOT_FOUND');
    return job;
  }
}
