import { Get, Param } from '@nestjs/common';
import type { ConsoleVisit } from '../../core/accounts/access/read-console-session.js';
import { AppError } from '../../core/errors.js';
import { recordOfRow, parseId, type Id } from '../../core/ids.js';
import { DecideRecord } from '../../core/verification/decide-record.js';
import { MatchReviews, type UnsureDocument } from '../../core/verification/ports.js';
import { ReviewBatchRow } from '../../core/verification/review-batch-row.js';
import { recordIn, rowIn } from '../../modules/verification/review-subject.js';
import { Form, form } from '../form-answers.js';
import { list, page } from '../page-answers.js';
import { PageAddress } from '../read-form.js';
import { AccountPages, CurrentVisit } from '../session/console.hook.js';
import { DECIDED, DECISION } from './decision.js';
import { ShownReviewsQuery } from './review.dto.js';
import { pathOf, ReviewPage, REVIEW_COLUMNS, UnsurePage } from './review.page.js';

const LIST = new PageAddress(ShownReviewsQuery);

/** Unsure matches, until a person decides. */
@AccountPages('console')
export class ConsoleReviewController {
  constructor(
    private readonly reviews: MatchReviews,
    private readonly reviewBatchRow: ReviewBatchRow,
    private readonly decideRecord: DecideRecord,
  ) {}

  @Get(['review', 'review.csv'])
  list(@CurrentVisit() { caller: { accountId } }: ConsoleVisit) {
    return list({
      title: 'Review',
      address: LIST,
      csv: { name: 'review', columns: REVIEW_COLUMNS },
      after: ({ cursor }) => recordIn(cursor),
      cursorOf: (record) => record,
      read: ({ text, decided, limit }, after) => {
        const only = decided === 'all' ? undefined : decided === 'true';
        return this.reviews.list(accountId, { text, decided: only, after, limit });
      },
      body: (matches) => <ReviewPage matches={matches} />,
    });
  }

  @Get('review/:id')
  async record(@CurrentVisit() { caller: { accountId } }: ConsoleVisit, @Param('id') id: string) {
    const match = await this.find(accountId, parseId('rec', id));
    return page({ title: match.entityName, trail: [['/review', 'Review']] as const }, <UnsurePage match={match} />);
  }

  @Form('review/:id/meant')
  async decide(@CurrentVisit() visit: ConsoleVisit, @Param('id') id: string) {
    const { recordId } = await this.find(visit.caller.accountId, parseId('rec', id));
    return form({
      body: DECISION,
      again: () => this.record(visit, id),
      run: ({ recordNumber, note, seen }) =>
        this.decideRecord.run(visit.caller, recordId, { choice: { recordNumber }, note, seen }),
      next: `/review/${recordId}`,
      notice: DECIDED,
    });
  }

  @Get('batches/:id/rows/:line')
  async row(
    @CurrentVisit() { caller: { accountId } }: ConsoleVisit,
    @Param('id') id: string,
    @Param('line') line: string,
  ) {
    const match = await this.findRow(accountId, id, line);
    const trail = [[`/batches/${id}`, 'Batch']] as const;
    return page({ title: match.entityName, trail }, <UnsurePage match={match} />);
  }

  @Form('batches/:id/rows/:line/meant')
  async decideRow(@CurrentVisit() visit: ConsoleVisit, @Param('id') id: string, @Param('line') line: string) {
    const match = await this.findRow(visit.caller.accountId, id, line);
    return form({
      body: DECISION,
      again: () => this.row(visit, id, line),
      run: (decision) => this.reviewBatchRow.run(visit.caller, rowIn(id, line), decision),
      next: pathOf(match),
      notice: DECIDED,
    });
  }

  private async findRow(accountId: Id<'acc'>, id: string, line: string): Promise<UnsureDocument> {
    const row = rowIn(id, line);
    return this.find(accountId, row && recordOfRow(row));
  }

  private async find(accountId: Id<'acc'>, id: Id<'rec'> | undefined): Promise<UnsureDocument> {
    const match = id && (await this.reviews.find(accountId, id));
    if (!match) throw new AppError('NOT_FOUND');
    return match;
  }
}
