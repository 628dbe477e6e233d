import { Body, Controller, Get, Param, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Caller } from '../../core/accounts/account.js';
import { AppError } from '../../core/errors.js';
import { MatchReviews } from '../../core/verification/ports.js';
import { ReviewBatchRow } from '../../core/verification/review-batch-row.js';
import { RequireScope } from '../auth/access.decorators.js';
import { CurrentCaller } from '../http/request.js';
import { Operation } from '../openapi/operation.decorator.js';
import { MeantBody, ReviewsQuery } from './jobs.dto.js';
import { rowIn, subjectIn } from './review-subject.js';
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
      'Matches with `review: true`: of jobs, and of rows of ended batches, each with the candidates and the decision. Free.',
    answers: { 200: ReviewsShape },
  })
  async list(@CurrentCaller() caller: Caller, @Query() { cursor, ...wanted }: ReviewsQuery) {
    return reviewsAnswer(await this.reviews.list(caller.accountId, { ...wanted, after: subjectIn(cursor) }), caller);
  }

  @Put('batches/:id/rows/:line/meant')
  @RequireScope('account:write', { own: true })
  @Operation({
    id: 'recordRowMeant',
    summary: 'Decide which business a row means',
    description:
      'For a row with outcome review, once its batch has ended. The results do not change. The decision is final: a different one is refused. A key or an application with limits decides only what it requested. Free. Scope account:write.',
    answers: { 200: RowMeantShape },
    errors: ['FORBIDDEN'],
  })
  async meant(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Param('line') line: string,
    @Body() { jurisdiction_id: recordNumber, note }: MeantBody,
  ) {
    const row = rowIn(id, line);
    const meant = await this.reviewBatchRow.run(caller, row, { recordNumber, note });
    if (!row) throw new AppError('NOT_FOUND');
    return rowMeantAnswer(row, meant);
  }
}
