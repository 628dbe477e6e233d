import { AppError } from '../errors.js';
import type { Id } from '../ids.js';
import type { MatchReview } from './match-review.js';
import { MatchReviews } from './ports.js';
import { type Decider, type Decision, Reviews } from './reviews.js';
import { Injectable } from '../injectable.js';

@Injectable()
export class ReviewBatchRow {
  constructor(
    private readonly records: MatchReviews,
    private readonly reviews: Reviews,
  ) {}

  /** Like `ReviewMatch`; throws `NOT_FOUND` when the account has no such row. */
  async run(
    caller: Decider,
    row: { batchId: Id<'bat'>; line: number } | undefined,
    decision: Decision,
  ): Promise<MatchReview> {
    const unsure = row && (await this.records.row(caller.accountId, row));
    if (!unsure) throw new AppError('NOT_FOUND', { message: 'No unsure row of a batch has this line.' });
    const offered = unsure.candidates.map(({ jurisdictionId }) => jurisdictionId);
    const decided = await this.reviews.decide(caller, { subject: row, field: 'line' }, offered, decision);
    if (!decided) throw new AppError('NOT_FOUND');
    return decided;
  }
}
