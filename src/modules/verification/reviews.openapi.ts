import { applyDecorators } from '@nestjs/common';
import { ApiAnswer, Documented } from '../openapi/api-answers.js';
import { ApiErrors } from '../openapi/api-errors.js';
import { ReviewsShape, RowMeantShape } from './reviews.response.js';

export const ApiListReviews = () =>
  applyDecorators(
    Documented({
      operationId: 'listReviews',
      summary: 'List matches for review',
      description:
        'Matches with `review: true`: of jobs, and of rows of ended batches, each with the candidates and the decision. Free.',
    }),
    ApiAnswer(200, ReviewsShape),
  );

export const ApiRecordRowMeant = () =>
  applyDecorators(
    Documented({
      operationId: 'recordRowMeant',
      summary: 'Decide which business a row means',
      description:
        'For a row with outcome review, once its batch has ended. The results do not change. The decision is final: a different one is refused. A key or an application with limits decides only what it requested. Free. Scope account:write.',
    }),
    ApiAnswer(200, RowMeantShape),
    ApiErrors('NOT_FOUND', 'FORBIDDEN'),
  );
