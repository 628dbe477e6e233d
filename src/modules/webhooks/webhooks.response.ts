import { z } from 'zod';
import { anyFields, flag, idOf, listOf, moment, named, oneOf, text, publicUrl, whole } from '../http/answer-fields.js';
import type { RouteDoc } from '../http/contract.js';
import { PaginationShape } from '../http/page-shape.js';
import type { Attempt, Delivery, StoredEvent } from '../../core/webhooks/ports.js';

const EVENTS = ['verification.completed', 'verification.failed', 'verification.refunded'] as const;

const ATTEMPT_FIELDS = {
  number: whole('From 1.', { least: 1 }),
  at: moment('When it began.'),
  response_status: whole('What the receiver answered.', { most: 999 }).optional(),
  error: text('Why there was no answer.').optional(),
  duration_ms: whole('How long it took.'),
};

const DELIVERY_FIELDS = {
  delivery_id: idOf('dlv', 'For GET /v1/webhooks/deliveries/{id}.'),
  job_id: idOf('job', 'What it is about.'),
  event: oneOf(EVENTS, 'What happened.'),
  url: publicUrl('Where it goes.'),
  status: oneOf(['pending', 'delivered', 'failed'], 'How it stands.'),
  created_at: moment('When it was made.'),
  next_attempt_at: moment('When it is tried again.').optional(),
};

const attemptsField = <T extends z.ZodType>(attempt: T) => listOf(attempt, 'Up to four.', 20);

const DeliveryShape = named(
  'Delivery',
  'An event on its way to a receiver.',
  z.object({ ...DELIVERY_FIELDS, attempts: attemptsField(z.object(ATTEMPT_FIELDS)) }),
);

const WholeDeliveryShape = named(
  'DeliveryInFull',
  'A delivery with what was sent, and the beginning of what came back.',
  z.object({
    ...DELIVERY_FIELDS,
    request_body: text('What was sent, byte for byte.', 1_000_000),
    attempts: attemptsField(
      z.object({
        ...ATTEMPT_FIELDS,
        request_headers: anyFields('The headers that were sent.').optional(),
        response_body: text('The beginning of what came back.', 100_000).optional(),
      }),
    ),
  }),
);

export const LIST_DELIVERIES: RouteDoc = {
  operation: 'listDeliveries',
  summary: 'List webhook deliveries',
  description: 'Newest first, each with its attempts. Free.',
  answers: {
    200: named(
      'Deliveries',
      'A page of deliveries.',
      z.object({ deliveries: listOf(DeliveryShape, 'Newest first.', 100), pagination: PaginationShape }),
    ),
  },
};

export const GET_DELIVERY: RouteDoc = {
  operation: 'getDelivery',
  summary: 'Read one delivery in full',
  description: 'With the body and headers as they were sent. Free.',
  answers: { 200: WholeDeliveryShape },
};

export const REDELIVER: RouteDoc = {
  operation: 'redeliver',
  summary: 'Deliver once more',
  description: 'A new delivery of up to four attempts with the same webhook-id.',
  answers: {
    202: named('Redelivery', 'It is on its way.', z.object({ delivery_id: idOf('dlv', 'The new delivery.') })),
  },
};

export const LIST_EVENTS: RouteDoc = {
  operation: 'listEvents',
  summary: 'Catch up on events',
  description: 'Every event in order, for receivers that were away: remember next_cursor and ask again from there.',
  answers: {
    200: named(
      'Events',
      'A page of events, oldest first.',
      z.object({
        events: listOf(
          z.object({
            event_id: idOf('evt', 'The webhook-id of its delivery.'),
            created_at: moment('When.'),
            payload: anyFields('The body of the webhook.'),
          }),
          'Oldest first.',
          100,
        ),
        next_cursor: idOf('evt', 'Send it as after to go on.').optional(),
        has_more: flag('Whether there are more already.'),
      }),
    ),
  },
};

export function deliveryAnswer(delivery: Delivery) {
  const { id, jobId, event, url, status, attempts, createdAt, nextAttemptAt } = delivery;
  return {
    delivery_id: id,
    job_id: jobId,
    event,
    url,
    status,
    attempts: attempts.map(attemptAnswer),
    created_at: createdAt.toISOString(),
    ...(nextAttemptAt ? { next_attempt_at: nextAttemptAt.toISOString() } : {}),
  };
}

/** The same with what was sent, and the beginning of what came back. */
export function wholeDeliveryAnswer(delivery: Delivery & { body: string }) {
  return {
    ...deliveryAnswer(delivery),
    request_body: delivery.body,
    attempts: delivery.attempts.map((attempt) => ({
      ...attemptAnswer(attempt),
      ...(attempt.requestHeaders ? { request_headers: attempt.requestHeaders } : {}),
      ...(attempt.responseBody === undefined ? {} : { response_body: attempt.responseBody }),
    })),
  };
}

export function eventAnswer({ id, body, createdAt }: StoredEvent) {
  return { event_id: id, created_at: createdAt.toISOString(), payload: JSON.parse(body) as unknown };
}

function attemptAnswer({ number, at, responseStatus, error, durationMs }: Attempt) {
  return {
    number,
    at: at.toISOString(),
    ...(responseStatus === undefined ? {} : { response_status: responseStatus }),
    ...(error === undefined ? {} : { error }),
    duration_ms: durationMs,
  };
}
