import { applyDecorators } from '@nestjs/common';
import { Documented, ApiAnswer } from '../openapi/api-answers.js';
import { ApiErrors } from '../openapi/api-errors.js';
import { QuoteShape } from './quote.response.js';

export const ApiQuotePrice = () =>
  applyDecorators(
    Documented({
      operationId: 'quotePrice',
      summary: 'Ask what a request would cost',
      description:
        'Takes the body of POST /v1/verify (with jurisdiction), of POST /v1/search (with jurisdictions, countries or neither) or of POST /v1/watches (with entity_id). Of a watch it tells the most that a month can cost: 31, 5 or 2 answered checks, and no more than max_credits_per_month; in a mirrored register, which is looked at whenever a new edition comes in, only the cap is certain. Free; asks no register. Give max_credits with the request itself to be sure that it costs no more.',
    }),
    ApiAnswer(200, QuoteShape),
    ApiErrors('JURISDICTION_NOT_SUPPORTED', 'TOO_MANY_JURISDICTIONS', 'ENTITY_NOT_FOUND', 'FORBIDDEN'),
  );
