import { AppError } from '../errors.js';
import type { Id } from '../ids.js';
import { offeredRecords, type MatchReview } from './match-review.js';
import { JobReader } from './ports.js';
import { type Decider, type Decision, Reviews } from './reviews.js';
import { Injectable } from '../injectable.js';

@Injectable()
export class ReviewMatch {
  constructor(
    private readonly jobReader: JobReader,
    private readonly reviews: Reviews,
  ) {}

  /**
   * Safe to repeat. Throws `JOB_NOT_FOUND`, and `VALIDATION_ERROR` for a record the job did not
   * offer or a decision different from the first.
   */
  async run(caller: Decider, jobId: Id<'job'> | undefined, decision: Decision): Promise<MatchReview> {
    const job = jobId && (await this.jobReader.find(caller.accountId, jobId));
    if (!job) throw new AppError('JOB_NOT_FOUND');
    const decided = await this.reviews.decide(
      caller,
      { subject: { jobId: job.id }, field: 'jobId' },
      offeredRecords(job),
      decision,
    );
    if (!decided) throw new AppError('JOB_NOT_FOUND');
    return decided;
  }
}
