import { Body, Controller, Get, Param, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Caller } from '../../core/accounts/account.js';
import { AppError } from '../../core/errors.js';
import { MatchReviews } from '../../core/verification/ports.js';
import { ReviewBatchRow } from '../../core/verification/review-batch-row.js';
import { RequireScope } from '../auth/access.decorators.js';
import { CurrentCaller } from '../http/request.js';
import { Operation } from '../openapi/operation.decorator.js';
import { ReviewsQuery, RowMeantBody } from './jobs.dto.js';
import { recordIn, rowIn } from './review-subject.js';
import { reviewsAnswer, rowMeantAnswer, ReviewsShape, RowMeantShape } from './reviews.response.js';

@ApiTags('Verification')
@Controller('v1')
export class ReviewsController {
  constructor(
    private readonly reviews: MatchReviews,
    private readonly reviewBatchRow: ReviewBatchRow,
  ) {}

  @Get('reviews')
  @Operation({
    id: 'listReviews',
    summary: 'List matches for review',
    description:
      'Unsure answers, newest first: of verifications, known ones too, and of rows of files; of searches once they are decided. Each comes with the candidates and the newest decision. A page may have fewer than the limit, even if there are more. Free.',
    answers: { 200: ReviewsShape },
  })
  async list(@CurrentCaller() caller: Caller, @Query() { cursor, ...wanted }: ReviewsQuery) {
    return reviewsAnswer(await this.reviews.list(caller.accountId, { ...wanted, after: recordIn(cursor) }), caller);
  }

  @Put('batches/:id/rows/:line/meant')
  @RequireScope('account:write', { own: true })
  @Operation({
    id: 'recordRowMeant',
    summary: 'Decide which business a row means',
    description:
      'For an unsure row. The results show the decision in their last columns. A new decision supersedes the previous one, and all are kept with the record; the same one again changes nothing. A key or an application with limits decides only what it requested. Free. Scope account:write.',
    answers: { 200: RowMeantShape },
    errors: ['FORBIDDEN'],
  })
  async meant(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Param('line') line: string,
    @Body() body: RowMeantBody,
  ) {
    const { jurisdiction_id: recordNumber, note, equal_rows: equalRows, decisions_seen: seen } = body;
    const row = rowIn(id, line);
    const { decision } = await this.reviewBatchRow.run(caller, row, { recordNumber, note, equalRows, seen });
    if (!row) throw new AppError('NOT_FOUND');
    return rowMeantAnswer(row, decision, caller);
  }
}
