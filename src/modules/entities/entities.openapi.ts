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
      summary: 'List the businesses asked for',
      description: 'What this account was charged for, with the newest facts, the latest known first. Free.',
    }),
    ApiAnswer(200, EntitiesShape),
    ApiErrors('JURISDICTION_NOT_SUPPORTED'),
  );

export const ApiGetEntity = () =>
  applyDecorators(
    Documented({
      operationId: 'getEntity',
      summary: 'Read a verified business again',
      description: 'Free, and not counted by the rate limit.',
    }),
    ApiAnswer(200, EntityShape),
    ApiErrors('ENTITY_NOT_FOUND'),
  );

export const ApiGetRelated = () =>
  applyDecorators(
    Documented({
      operationId: 'getRelatedEntities',
      summary: 'See where else a business is registered',
      description: 'In mirrored registers and what you have asked for. Free.',
    }),
    ApiAnswer(200, RelatedShape),
    ApiErrors('ENTITY_NOT_FOUND'),
  );

export const ApiGetHistory = () =>
  applyDecorators(
    Documented({
      operationId: 'getEntityHistory',
      summary: 'Read what changed about a business',
      description: `The stored snapshots, newest first. ${PRICES.history} credits; the same page again within a minute is part of the same charge, and a page beyond the end is free.`,
    }),
    ApiAnswer(200, HistoryShape),
    ApiErrors('ENTITY_NOT_FOUND', 'INSUFFICIENT_CREDITS', 'FORBIDDEN', 'EMAIL_NOT_VERIFIED', 'IDEMPOTENCY_CONFLICT'),
    ApiIdempotencyKey(),
  );
