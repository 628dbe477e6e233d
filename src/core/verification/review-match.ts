import { AppError } from '../errors.js';
import { invalid, refused } from '../invalid-request.js';
import type { Id } from '../ids.js';
import { offeredRecords, type MatchReview } from './match-review.js';
import type { JobReader, MatchReviews } from './ports.js';

const NOT_FOR_REVIEW = 'There is nothing to decide here: only a match that is for review can be decided.';

/** A person says which record was meant. The answer of the job stays as it was told. */
export class ReviewMatch {
  constructor(
    private readonly jobReader: JobReader,
    private readonly records: MatchReviews,
  ) {}

  /**
   * Safe to repeat; the last word counts. Throws `JOB_NOT_FOUND`, and `VALIDATION_ERROR` for what
   * the job did not offer.
   */
  async run(
    accountId: Id<'acc'>,
    jobId: Id<'job'> | undefined,
    { recordNumber, note }: Pick<MatchReview, 'recordNumber' | 'note'>,
  ): Promise<MatchReview> {
    const job = jobId && (await this.jobReader.find(accountId, jobId));
    if (!job) throw new AppError('JOB_NOT_FOUND');
    const offered = offeredRecords(job);
    if (offered.length === 0) {
      throw refused('path', 'jobId', NOT_FOR_REVIEW);
    }
    if (recordNumber !== null && !offered.includes(recordNumber)) {
      const rule = 'must be that of a record which the job offered, or null for none of them';
      throw invalid('body', 'jurisdiction_id', rule, {
        details: { offered },
      });
    }
    const recordedAt = await this.records.record(job.id, { recordNumber, note });
    if (!recordedAt) throw new AppError('JOB_NOT_FOUND');
    return { recordNumber, note, recordedAt };
  }
}
