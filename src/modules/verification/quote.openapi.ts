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
        'Takes the body of POST /v1/verify (with jurisdiction), of POST /v1/search (with jurisdictions, countries or neither) or of POST /v1/watches (with entity_id). Of a watch it tells the most that a month can cost: 31, 5 or 2 answered checks, up to max_credits_per_month; in a mirrored register only that cap is certain. Free; asks no register. max_credits with the request itself makes sure of it.',
    }),
    ApiAnswer(200, QuoteShape),
    ApiErrors('JURISDICTION_NOT_SUPPORTED', 'TOO_MANY_JURISDICTIONS', 'ENTITY_NOT_FOUND', 'FORBIDDEN'),
  );
