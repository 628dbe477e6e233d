import { applyDecorators } from '@nestjs/common';
import { ApiBody } from '@nestjs/swagger';
import { Documented, ApiAnswer, ApiAnswerOrCsv, ApiIdempotencyKey } from '../openapi/api-answers.js';
import { ApiErrors } from '../openapi/api-errors.js';
import { NOTHING_SOLD } from '../openapi/error-cases.js';
import { schemaOf } from '../openapi/schemas.js';
import { BillingShape, CheckoutShape, StripeEventReceivedShape, StripeEventShape } from './billing.response.js';
import { LEDGER_COLUMNS } from './ledger-csv.js';

export const ApiGetBilling = () =>
  applyDecorators(
    Documented({
      operationId: 'getBilling',
      summary: 'Read the balance, the packages and the ledger',
      description: 'Transactions are listed newest first; format=csv streams them all. Scope billing.',
    }),
    ApiAnswerOrCsv(BillingShape, LEDGER_COLUMNS),
  );

export const ApiPurchaseCredits = () =>
  applyDecorators(
    Documented({
      operationId: 'purchaseCredits',
      summary: 'Buy credits',
      description: 'Opens a checkout; the credits arrive once it is paid. Scope billing.',
    }),
    ApiAnswer(201, CheckoutShape),
    ApiErrors(NOTHING_SOLD, 'PAYMENT_FAILED', 'IDEMPOTENCY_CONFLICT'),
    ApiIdempotencyKey(),
  );

export const ApiReceiveStripeEvent = () =>
  applyDecorators(
    Documented({
      operationId: 'receiveStripeEvent',
      summary: 'Receive an event from Stripe',
      description:
        'The endpoint to configure in Stripe for checkout.session.*, charge.refunded, refund.*, charge.dispute.closed and charge.dispute.funds_reinstated. Stripe signs the raw body; each payment is credited once, however often and in whatever order its events come.',
    }),
    ApiBody({ schema: schemaOf(StripeEventShape) }),
    ApiAnswer(200, StripeEventReceivedShape),
  );
