import { applyDecorators } from '@nestjs/common';
import { PRICES } from '../../core/billing/pricing.js';
import { Documented, ApiAnswer, ApiIdempotencyKey } from '../openapi/api-answers.js';
import { ApiErrors } from '../openapi/api-errors.js';
import { EntitiesShape, EntityShape, HistoryShape } from './entities.response.js';
import { RelatedShape } from './related.response.js';

export const ApiListEntities = () =>
  applyDecorators(
    Documented({
      operationId: 'listEntities',
      summary: "List the account's businesses",
      description:
        'The businesses that this account was charged for, with their newest data, latest charge first. Free.',
    }),
    ApiAnswer(200, EntitiesShape),
    ApiErrors('JURISDICTION_NOT_SUPPORTED'),
  );

export const ApiGetEntity = () =>
  applyDecorators(
    Documented({
      operationId: 'getEntity',
      summary: 'Read a stored business',
      description: 'Free, and not rate limited.',
    }),
    ApiAnswer(200, EntityShape),
    ApiErrors('ENTITY_NOT_FOUND'),
  );

export const ApiGetRelated = () =>
  applyDecorators(
    Documented({
      operationId: 'getRelatedEntities',
      summary: 'Find other registrations of a business',
      description: "Searches mirrored registers and the account's own businesses. Free.",
    }),
    ApiAnswer(200, RelatedShape),
    ApiErrors('ENTITY_NOT_FOUND'),
  );

export const ApiGetHistory = () =>
  applyDecorators(
    Documented({
      operationId: 'getEntityHistory',
      summary: 'Read the history of a business',
      description: `The stored snapshots, newest first. ${PRICES.history} credits; the same page within a minute is included, and a page beyond the end is free.`,
    }),
    ApiAnswer(200, HistoryShape),
    ApiErrors('ENTITY_NOT_FOUND', 'INSUFFICIENT_CREDITS', 'FORBIDDEN', 'EMAIL_NOT_VERIFIED', 'IDEMPOTENCY_CONFLICT'),
    ApiIdempotencyKey(),
  );
