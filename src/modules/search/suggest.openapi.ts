import { applyDecorators } from '@nestjs/common';
import { ApiAnswer, Documented } from '../openapi/api-answers.js';
import { ApiErrors } from '../openapi/api-errors.js';
import { SuggestShape } from './suggest.response.js';

export const ApiSuggest = () =>
  applyDecorators(
    Documented({
      operationId: 'suggest',
      summary: 'Complete a name',
      description: 'From mirrored registers and what you have asked for. Free.',
    }),
    ApiAnswer(200, SuggestShape),
    ApiErrors('JURISDICTION_NOT_SUPPORTED', 'FORBIDDEN'),
  );
