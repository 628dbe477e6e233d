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
      description: `In the jurisdictions or countries that are named, or without either in every register. ${PRICES.searchPerJurisdiction} credits for each jurisdiction that answered; one that did not is listed in jurisdictions_failed and not charged. Waits ${SEARCH_WAIT_MS / 1000} seconds, or as Prefer: wait=N says, then answers 202 with what there is.`,
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
      description: 'Free. limit and offset page through its results.',
    }),
    ApiAnswer(200, SearchShape, 'Retry-After'),
  );
