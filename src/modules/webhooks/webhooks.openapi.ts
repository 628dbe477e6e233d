import { applyDecorators } from '@nestjs/common';
import { DELIVERY_ATTEMPTS } from '../../core/webhooks/deliver-event.js';
import { Documented, ApiAnswer, ApiAccepted } from '../openapi/api-answers.js';
import { ApiErrors } from '../openapi/api-errors.js';
import { DeliveriesShape, WholeDeliveryShape, RedeliveryShape } from './webhooks.response.js';
import { EventsShape } from './events.response.js';

export const ApiListDeliveries = () =>
  applyDecorators(
    Documented({
      operationId: 'listDeliveries',
      summary: 'List webhook deliveries',
      description: 'Newest first, with their attempts. Free.',
    }),
    ApiAnswer(200, DeliveriesShape),
  );

export const ApiGetDelivery = () =>
  applyDecorators(
    Documented({
      operationId: 'getDelivery',
      summary: 'Read a delivery in full',
      description: 'With body and headers as sent. Free.',
    }),
    ApiAnswer(200, WholeDeliveryShape),
  );

export const ApiRedeliver = () =>
  applyDecorators(
    Documented({
      operationId: 'redeliver',
      summary: 'Redeliver an event',
      description: `Creates a new delivery of up to ${DELIVERY_ATTEMPTS} attempts with the same webhook-id.`,
    }),
    ApiAccepted(RedeliveryShape),
    ApiErrors('FORBIDDEN'),
  );

export const ApiSendTestEvent = () =>
  applyDecorators(
    Documented({
      operationId: 'sendTestEvent',
      summary: 'Test a receiver',
      description: `Sends \`webhook.test\` to an address: signed, in up to ${DELIVERY_ATTEMPTS} attempts, listed with the deliveries, and in the feed. Free.`,
    }),
    ApiAccepted(RedeliveryShape),
  );

export const ApiListEvents = () =>
  applyDecorators(
    Documented({
      operationId: 'listEvents',
      summary: 'List events',
      description:
        'Every event in order, for receivers that were unavailable: store next_cursor and continue from there.',
    }),
    ApiAnswer(200, EventsShape),
  );
