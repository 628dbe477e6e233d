import { Body, Get, Param, Post, Query } from '@nestjs/common';
import type { ConsoleVisit } from '../../core/accounts/access/read-console-session.js';
import { AppError } from '../../core/errors.js';
import type { Id } from '../../core/ids.js';
import { MAX_LISTED } from '../../core/limits.js';
import type { ReviewSubject } from '../../core/verification/match-review.js';
import { MatchReviews } from '../../core/verification/ports.js';
import { ReviewBatchRow } from '../../core/verification/review-batch-row.js';
import { Reads } from '../../modules/http/route.decorators.js';
import { cursorOf, rowIn, subjectIn } from '../../modules/verification/review-subject.js';
import { page, listPage, goTo, submitted, type Fields } from '../page-answers.js';
import { csvFile } from '../csv-file.js';
import { PageAddress } from '../read-form.js';
import { AccountPages, CurrentVisit } from '../session/console.hook.js';
import { DECIDED, decisionIn } from './decision.js';
import { ShownReviewsQuery } from './review.dto.js';
import { pathOf, reviewCells, ReviewPage, REVIEW_COLUMNS, UnsureRowPage } from './review.page.js';

const LIST = new PageAddress(ShownReviewsQuery);

/** Unsure matches, until a person decides. */
@AccountPages('console')
export class ConsoleReviewController {
  constructor(
    private readonly reviews: MatchReviews,
    private readonly reviewBatchRow: ReviewBatchRow,
  ) {}

  @Get('review')
  list(@CurrentVisit() { caller: { accountId } }: ConsoleVisit) {
    return listPage({ title: 'Review', address: LIST }, async ({ cursor, ...wanted }) => {
      const { items, next } = await this.page(accountId, wanted, subjectIn(cursor));
      return <ReviewPage matches={items} next={next && cursorOf(next)} wanted={wanted} />;
    });
  }

  @Get('review.csv')
  csv(@CurrentVisit() { caller: { accountId } }: ConsoleVisit, @Query() query: Record<string, unknown>) {
    const wanted = { ...LIST.read(query), limit: MAX_LISTED };
    const read = (after: ReviewSubject | undefined) => this.page(accountId, wanted, after);
    return csvFile('review', REVIEW_COLUMNS, read, reviewCells);
  }

  @Get('batches/:id/rows/:line')
  async row(
    @CurrentVisit() { caller: { accountId } }: ConsoleVisit,
    @Param('id') id: string,
    @Param('line') line: string,
  ) {
    const subject = rowIn(id, line);
    const row = subject && (await this.reviews.row(accountId, subject));
    if (!row) throw new AppError('NOT_FOUND');
    const trail = [[`/batches/${id}`, 'Batch']] as const;
    const layout = { title: row.entityName, trail };
    return page(layout, <UnsureRowPage row={{ ...row, subject }} />);
  }

  @Post('batches/:id/rows/:line/meant')
  @Reads('form')
  async decideRow(
    @CurrentVisit() visit: ConsoleVisit,
    @Param('id') id: string,
    @Param('line') line: string,
    @Body() fields: Fields = {},
  ) {
    const { accountId } = visit.caller;
    const row = rowIn(id, line);
    if (!row || !(await this.reviews.row(accountId, row))) throw new AppError('NOT_FOUND');
    const again = () => this.row(visit, id, line);
    return submitted({ to: `${pathOf(row)}/meant`, fields, again }, async () => {
      await this.reviewBatchRow.run(visit.caller, row, decisionIn(fields));
      return goTo(pathOf(row), DECIDED);
    });
  }

  private page(accountId: Id<'acc'>, query: Omit<ShownReviewsQuery, 'cursor'>, after: ReviewSubject | undefined) {
    const { text, decided, limit } = query;
    const only = decided === 'all' ? undefined : decided === 'true';
    return this.reviews.list(accountId, { text, decided: only, after, limit });
  }
}
