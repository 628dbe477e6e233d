import { applyDecorators } from '@nestjs/common';
import { PRICES } from '../../core/billing/pricing.js';
import { Documented, ApiAnswer, ApiAccepted, ApiIdempotencyKey, ApiPreferWait } from '../openapi/api-answers.js';
import { ApiErrors } from '../openapi/api-errors.js';
import { NOT_IN_REGISTER } from '../openapi/error-cases.js';
import { CompletedShape, PendingShape, JobShape } from './verification.response.js';

export const ApiVerifyBusiness = () =>
  applyDecorators(
    Documented({
      operationId: 'verifyBusiness',
      summary: 'Verify that a business is registered',
      description: `Returns a cached answer at once if it is certain and fresh enough. Otherwise asks the official register, and returns 202 with a job to poll or, with Prefer: wait=N, waits up to N seconds. quick costs ${PRICES.quick} credit, deep ${PRICES.deep}, deep with force_refresh ${PRICES.deepForceRefresh}. A confirmed no-match (404 ENTITY_NOT_FOUND) is an answer and is charged; if the register does not answer (503, 504, or a failed job), nothing is charged. 503 with details.reason "search_incomplete": the register has more similar names than can be searched, so add words; "record_withheld" (number_found true): the name or the seat of this number is not published.`,
    }),
    ApiAnswer(200, CompletedShape),
    ApiAccepted(PendingShape),
    ApiErrors(
      'JURISDICTION_NOT_SUPPORTED',
      'INSUFFICIENT_CREDITS',
      'FORBIDDEN',
      'EMAIL_NOT_VERIFIED',
      NOT_IN_REGISTER,
      'IDEMPOTENCY_CONFLICT',
      'DATA_SOURCE_UNAVAILABLE',
      'DATA_SOURCE_TIMEOUT',
    ),
    ApiIdempotencyKey(),
    ApiPreferWait(),
  );

export const ApiGetJob = () =>
  applyDecorators(
    Documented({
      operationId: 'getVerificationStatus',
      summary: 'Read the state of a job',
      description:
        'Free. If the register has no such business, returns 404 ENTITY_NOT_FOUND with details.status "completed".',
    }),
    ApiAnswer(200, JobShape, 'Retry-After'),
    ApiErrors('JOB_NOT_FOUND', NOT_IN_REGISTER),
  );
