import { z } from 'zod';
import { entityDocument } from '../../core/entities/entity-document.js';
import type { Id } from '../../core/ids.js';
import type { Page, Paged } from '../../core/page.js';
import { DELIVERY_ATTEMPTS } from '../../core/webhooks/deliver-event.js';
import { ALL_EVENT_TYPES, type EventType, type VerificationEvent, TEST_EVENT_TYPE } from '../../core/webhooks/event.js';
import { DELIVERY_STATUSES, type Attempt, type Delivery } from '../../core/webhooks/ports.js';
import { EntityDataShape } from '../entities/entity-data.response.js';
import {
  anyFields,
  flag,
  idOf,
  jurisdictionCode,
  listOf,
  moment,
  named,
  oneOf,
  publicUrl,
  text,
  whole,
} from '../http/answers/answer-fields.js';
import { PaginationShape, pagination } from '../http/answers/paging.js';
import { MAX_LISTED } from '../../core/limits.js';
import { BatchCompletedShape } from '../batches/batches.response.js';
import { WATCH_EVENT_SHAPES } from './watch-events.response.js';

const EVENT_FIELDS = {
  event_id: idOf(
    'evt',
    'Stable: the same for every attempt and redelivery. Absent from events of earlier versions.',
  ).optional(),
  job_id: idOf('job', 'The job that ended.'),
  jurisdiction: jurisdictionCode('Where it was asked.'),
  entity_name: text('The name that was asked for.', 500),
  credits_charged: whole('What was charged at first.'),
  completed_at: moment('When the job ended.'),
};

const CompletedEventShape = named(
  'VerificationCompleted',
  'A verification ended with an answer.',
  z.object({
    event: z.literal('verification.completed').meta({ description: 'What happened.' }),
    ...EVENT_FIELDS,
    status: z.literal('completed').meta({ description: 'The job has an answer.' }),
    entity_id: idOf('ent', 'For GET /v1/entity/{id}; absent when no business was found.').optional(),
    data: EntityDataShape.nullable().meta({ description: 'What the register says; null is a confirmed no-match.' }),
    credits_refunded: flag('Whether the credits were refunded.'),
  }),
);

const FailedEventShape = named(
  'VerificationFailed',
  'The register did not answer; the credits were refunded.',
  z.object({
    event: z.literal('verification.failed').meta({ description: 'What happened.' }),
    ...EVENT_FIELDS,
    status: z.literal('failed').meta({ description: 'The job has no answer.' }),
    error: text('DATA_SOURCE_TIMEOUT or DATA_SOURCE_UNAVAILABLE, a colon, and why.'),
    credits_refunded: flag('Always true.'),
  }),
);

const RefundedEventShape = named(
  'VerificationRefunded',
  'An administrator gave the credits of a job back.',
  z.object({
    event: z.literal('verification.refunded').meta({ description: 'What happened.' }),
    ...EVENT_FIELDS,
    entity_id: idOf('ent', 'The business that was found; absent when there was none.').optional(),
    status: z.literal('refunded').meta({ description: 'The job costs nothing.' }),
    credits_refunded: flag('Always true.'),
  }),
);

const VerificationShape = z.union([CompletedEventShape, FailedEventShape, RefundedEventShape]);
type VerificationBody = z.infer<typeof VerificationShape>;

export const TestEventShape = named(
  'WebhookTest',
  'Nothing happened: the owner of the account tries the receiver out.',
  z.object({
    event: z.literal(TEST_EVENT_TYPE).meta({ description: 'What happened.' }),
    event_id: idOf('evt', 'Stable: the same for every attempt and redelivery.'),
    asked_at: moment('When the test was asked for.'),
  }),
);

export const WebhookShape = z.union([
  ...VerificationShape.options,
  ...Object.values(WATCH_EVENT_SHAPES),
  BatchCompletedShape,
  TestEventShape,
]);

/** Webhook bodies by event: the `webhooks` section of the OpenAPI document. */
export const WEBHOOK_SHAPES = {
  'verification.completed': CompletedEventShape,
  'verification.failed': FailedEventShape,
  'verification.refunded': RefundedEventShape,
  ...WATCH_EVENT_SHAPES,
  'batch.completed': BatchCompletedShape,
  'webhook.test': TestEventShape,
} as const satisfies Record<EventType, z.ZodType>;

const ATTEMPT_FIELDS = {
  number: whole('From 1.', { least: 1 }),
  at: moment('When it began.'),
  response_status: whole('What the receiver answered.', { most: 999 }).optional(),
  error: text('Why there was no answer.').optional(),
  duration_ms: whole('How long it took.'),
};

const DELIVERY_FIELDS = {
  delivery_id: idOf('dlv', 'For GET /v1/webhooks/deliveries/{id}.'),
  job_id: idOf('job', 'The job it is about; absent when it is about a watch or a batch, or is a test.').optional(),
  watch_id: idOf('wch', 'The watch it is about.').optional(),
  batch_id: idOf('bat', 'The batch it is about.').optional(),
  event: oneOf(ALL_EVENT_TYPES, 'What happened.'),
  url: publicUrl('Where it goes.'),
  status: oneOf(DELIVERY_STATUSES, 'Its state.'),
  created_at: moment('When it was made.'),
  next_attempt_at: moment('When it is tried again.').optional(),
};

const attemptsField = <T extends z.ZodType>(attempt: T) => listOf(attempt, `Up to ${DELIVERY_ATTEMPTS}.`, 20);

const DeliveryShape = named(
  'Delivery',
  'An event on its way to a receiver.',
  z.object({ ...DELIVERY_FIELDS, attempts: attemptsField(z.object(ATTEMPT_FIELDS)) }),
);

export const WholeDeliveryShape = named(
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

export const DeliveriesShape = named(
  'Deliveries',
  'A page of deliveries.',
  z.object({
    deliveries: listOf(DeliveryShape, 'Newest first.', MAX_LISTED),
    pagination: PaginationShape,
    next_cursor: idOf('dlv', 'Send it as cursor for the next page; absent on the last.').optional(),
  }),
);

export const RedeliveryShape = named(
  'Redelivery',
  'It is on its way.',
  z.object({ delivery_id: idOf('dlv', 'The new delivery.') }),
);

export function deliveriesAnswer(
  { items, total, next }: Paged<Delivery> & { next: Id<'dlv'> | undefined },
  page: Page,
): z.infer<typeof DeliveriesShape> {
  return {
    deliveries: items.map(deliveryAnswer),
    pagination: pagination(page, total),
    ...(next && { next_cursor: next }),
  };
}

export function redeliveryAnswer(deliveryId: Id<'dlv'>): z.infer<typeof RedeliveryShape> {
  return { delivery_id: deliveryId };
}

function deliveryAnswer(delivery: Delivery): z.infer<typeof DeliveryShape> {
  const { id, subject, event, url, status, attempts, createdAt, nextAttemptAt } = delivery;
  return {
    delivery_id: id,
    ...about(subject),
    event,
    url,
    status,
    attempts: attempts.map(attemptAnswer),
    created_at: createdAt.toISOString(),
    ...(nextAttemptAt ? { next_attempt_at: nextAttemptAt.toISOString() } : {}),
  };
}

function about(subject: Delivery['subject']): { job_id?: string; watch_id?: string; batch_id?: string } {
  if (subject === undefined) return {};
  if (subject.startsWith('bat_')) return { batch_id: subject };
  return subject.startsWith('wch_') ? { watch_id: subject } : { job_id: subject };
}

/** The delivery with its request, and the beginning of each response. */
export function wholeDeliveryAnswer(delivery: Delivery & { body: string }): z.infer<typeof WholeDeliveryShape> {
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

function attemptAnswer({
  number,
  at,
  responseStatus,
  error,
  durationMs,
}: Attempt): z.infer<typeof DeliveryShape>['attempts'][number] {
  return {
    number,
    at: at.toISOString(),
    ...(responseStatus === undefined ? {} : { response_status: responseStatus }),
    ...(error === undefined ? {} : { error }),
    duration_ms: durationMs,
  };
}

/** The body of a webhook (contract, section 6). */
export function webhookBody(event: VerificationEvent, eventId: Id<'evt'>): VerificationBody {
  const { data, entityId, creditsRefunded } = event;
  const common = {
    event_id: eventId,
    job_id: event.jobId,
    jurisdiction: event.jurisdiction,
    entity_name: event.entityName,
  };
  const billed = {
    credits_charged: event.creditsCharged,
    credits_refunded: creditsRefunded,
    completed_at: event.completedAt.toISOString(),
  };
  switch (event.event) {
    case 'verification.completed':
      return {
        event: event.event,
        ...common,
        entity_id: entityId,
        status: 'completed',
        data: data ? entityDocument(data) : null,
        ...billed,
      };
    case 'verification.failed':
      return { event: event.event, ...common, status: 'failed', error: event.error ?? '', ...billed };
    case 'verification.refunded':
      return { event: event.event, ...common, entity_id: entityId, status: 'refunded', ...billed };
  }
}

export function testBody(eventId: Id<'evt'>, at: Date): z.infer<typeof TestEventShape> {
  return { event: TEST_EVENT_TYPE, event_id: eventId, asked_at: at.toISOString() };
}
