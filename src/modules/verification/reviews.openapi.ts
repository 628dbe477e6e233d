import { applyDecorators } from '@nestjs/common';
import { ApiAnswer, Documented } from '../openapi/api-answers.js';
import { ApiErrors } from '../openapi/api-errors.js';
import { ReviewsShape, RowMeantShape } from './reviews.response.js';

export const ApiListReviews = () =>
  applyDecorators(
    Documented({
      operationId: 'listReviews',
      summary: 'List what a person should decide',
      description:
        'Matches with `review: true`: of jobs, and of rows of batches that have ended, each with the candidates and what was decided. Free.',
    }),
    ApiAnswer(200, ReviewsShape),
  );

export const ApiRecordRowMeant = () =>
  applyDecorators(
    Documented({
      operationId: 'recordRowMeant',
      summary: 'Record which business a row meant',
      description:
        'For a row that ended as review, once its batch has ended. The results stay as they are, and so does the decision: another one is refused. Free.',
    }),
    ApiAnswer(200, RowMeantShape),
    ApiErrors('NOT_FOUND'),
  );
