import { Body, Controller, Get, Param, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Caller } from '../../core/accounts/account.js';
import { AppError } from '../../core/errors.js';
import { MatchReviews } from '../../core/verification/ports.js';
import { ReviewBatchRow } from '../../core/verification/review-batch-row.js';
import { RequireScope } from '../auth/access.decorators.js';
import { CurrentCaller } from '../http/request.js';
import { MeantBody, ReviewsQuery } from './jobs.dto.js';
import { rowIn, subjectIn } from './review-subject.js';
import { ApiListReviews, ApiRecordRowMeant } from './reviews.openapi.js';
import { reviewsAnswer, rowMeantAnswer } from './reviews.response.js';

@ApiTags('Verification')
@Controller('v1')
export class ReviewsController {
  constructor(
    private readonly reviews: MatchReviews,
    private readonly reviewBatchRow: ReviewBatchRow,
  ) {}

  @Get('reviews')
  @ApiListReviews()
  async list(@CurrentCaller() caller: Caller, @Query() { cursor, ...wanted }: ReviewsQuery) {
    return reviewsAnswer(await this.reviews.list(caller.accountId, { ...wanted, after: subjectIn(cursor) }), caller);
  }

  @Put('batches/:id/rows/:line/meant')
  @RequireScope('account:write', { own: true })
  @ApiRecordRowMeant()
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
