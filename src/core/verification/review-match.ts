import { AppError } from '../errors.js';
import type { Id } from '../ids.js';
import { offeredRecords, type MatchReview } from './match-review.js';
import type { JobReader } from './ports.js';
import type { Decision, Reviews } from './reviews.js';

/** A person decides which record was meant by a job. */
export class ReviewMatch {
  constructor(
    private readonly jobReader: JobReader,
    private readonly reviews: Reviews,
  ) {}

  /**
   * Safe to repeat. Throws `JOB_NOT_FOUND`, and `VALIDATION_ERROR` for what the job did not offer,
   * and for a decision other than the one that was made.
   */
  async run(accountId: Id<'acc'>, jobId: Id<'job'> | undefined, decision: Decision): Promise<MatchReview> {
    const job = jobId && (await this.jobReader.find(accountId, jobId));
    if (!job) throw new AppError('JOB_NOT_FOUND');
    const decided = await this.reviews.decide(accountId, { jobId: job.id }, 'jobId', offeredRecords(job), decision);
    if (!decided) throw new AppError('JOB_NOT_FOUND');
    return decided;
  }
}
