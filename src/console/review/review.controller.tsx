import { Get, Param } from '@nestjs/common';
import type { ConsoleVisit } from '../../core/accounts/access/read-console-session.js';
import { AppError } from '../../core/errors.js';
import type { Id } from '../../core/ids.js';
import { MatchReviews } from '../../core/verification/ports.js';
import { ReviewBatchRow } from '../../core/verification/review-batch-row.js';
import { cursorOf, rowIn, subjectIn } from '../../modules/verification/review-subject.js';
import { Form, form } from '../form-answers.js';
import { list, page } from '../page-answers.js';
import { PageAddress } from '../read-form.js';
import { AccountPages, CurrentVisit } from '../session/console.hook.js';
import { DECIDED, DECISION } from './decision.js';
import { ShownReviewsQuery } from './review.dto.js';
import { pathOf, ReviewPage, REVIEW_COLUMNS, UnsureRowPage } from './review.page.js';

const LIST = new PageAddress(ShownReviewsQuery);

/** Unsure matches, until a person decides. */
@AccountPages('console')
export class ConsoleReviewController {
  constructor(
    private readonly reviews: MatchReviews,
    private readonly reviewBatchRow: ReviewBatchRow,
  ) {}

  @Get(['review', 'review.csv'])
  list(@CurrentVisit() { caller: { accountId } }: ConsoleVisit) {
    return list({
      title: 'Review',
      address: LIST,
      csv: { name: 'review', columns: REVIEW_COLUMNS },
      after: ({ cursor }) => subjectIn(cursor),
      cursorOf,
      read: ({ text, decided, limit }, after) => {
        const only = decided === 'all' ? undefined : decided === 'true';
        return this.reviews.list(accountId, { text, decided: only, after, limit });
      },
      body: (matches) => <ReviewPage matches={matches} />,
    });
  }

  @Get('batches/:id/rows/:line')
  async row(
    @CurrentVisit() { caller: { accountId } }: ConsoleVisit,
    @Param('id') id: string,
    @Param('line') line: string,
  ) {
    const row = await this.find(accountId, id, line);
    const trail = [[`/batches/${id}`, 'Batch']] as const;
    const layout = { title: row.entityName, trail };
    return page(layout, <UnsureRowPage row={row} />);
  }

  @Form('batches/:id/rows/:line/meant')
  async decideRow(@CurrentVisit() visit: ConsoleVisit, @Param('id') id: string, @Param('line') line: string) {
    const { subject } = await this.find(visit.caller.accountId, id, line);
    return form({
      body: DECISION,
      again: () => this.row(visit, id, line),
      run: (decision) => this.reviewBatchRow.run(visit.caller, subject, decision),
      next: pathOf(subject),
      notice: DECIDED,
    });
  }

  private async find(accountId: Id<'acc'>, id: string, line: string) {
    const subject = rowIn(id, line);
    const row = subject && (await this.reviews.row(accountId, subject));
    if (!row) throw new AppError('NOT_FOUND');
    return { ...row, subject };
  }
}
