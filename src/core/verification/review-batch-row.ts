import { AppError } from '../errors.js';
import { recordOfRow, type Id } from '../ids.js';
import { Injectable } from '../injectable.js';
import { DecideRecord, type Decided, type Decider, type DecisionAsked } from './decide-record.js';
import { Decisions } from './decision.js';
import type { Decision } from './review-match.js';
import { MatchReviews } from './ports.js';

@Injectable()
export class ReviewBatchRow {
  constructor(
    private readonly reviews: MatchReviews,
    private readonly decisions: Decisions,
    private readonly decideRecord: DecideRecord,
  ) {}

  /** Like `ReviewMatch`; throws `NOT_FOUND` when the account has no such row. */
  async run(
    caller: Decider,
    row: { batchId: Id<'bat'>; line: number } | undefined,
    { recordNumber, ...about }: Decision & Pick<DecisionAsked, 'equalRows'>,
  ): Promise<Decided> {
    if (row) await this.decisions.ensure(row);
    const unsure = row && (await this.reviews.find(caller.accountId, recordOfRow(row)));
    if (!unsure) throw new AppError('NOT_FOUND', { message: 'No unsure row of a batch has this line.' });
    const fields = { record: 'line', choice: 'jurisdiction_id' };
    return this.decideRecord.run(caller, unsure.recordId, { choice: { recordNumber }, ...about }, fields);
  }
}
