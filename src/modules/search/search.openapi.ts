import { applyDecorators } from '@nestjs/common';
import { PRICES } from '../../core/billing/pricing.js';
import { SEARCH_WAIT_MS } from '../../core/limits.js';
import { Documented, ApiAnswer, ApiAccepted, ApiIdempotencyKey, ApiPreferWait } from '../openapi/api-answers.js';
import { ApiErrors } from '../openapi/api-errors.js';
import { SearchShape } from './search.response.js';

export const ApiSearchEntities = () =>
  applyDecorators(
    Documented({
      operationId: 'searchEntities',
      summary: 'Search registers by name',
      description: `Searches the given jurisdictions or countries, or without either every register. Costs ${PRICES.searchPerJurisdiction} credits for each jurisdiction that answered; the others are listed in jurisdictions_failed and free. Waits ${SEARCH_WAIT_MS / 1000} seconds, or as long as Prefer: wait=N asks, then returns 202 with the results so far.`,
    }),
    ApiAnswer(200, SearchShape),
    ApiAccepted(SearchShape),
    ApiErrors(
      'JURISDICTION_NOT_SUPPORTED',
      'TOO_MANY_JURISDICTIONS',
      'INSUFFICIENT_CREDITS',
      'FORBIDDEN',
      'EMAIL_NOT_VERIFIED',
      'IDEMPOTENCY_CONFLICT',
      'DATA_SOURCE_UNAVAILABLE',
      'DATA_SOURCE_TIMEOUT',
    ),
    ApiIdempotencyKey(),
    ApiPreferWait(),
  );

export const ApiGetSearch = () =>
  applyDecorators(
    Documented({
      operationId: 'getSearch',
      summary: 'Read the state of a search',
      description: 'Free. limit and offset page through the results.',
    }),
    ApiAnswer(200, SearchShape, 'Retry-After'),
  );
