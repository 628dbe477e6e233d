import { z } from 'zod';
import { entityDocument } from '../../core/entities/entity-document.js';
import { recordOfJob, type Id } from '../../core/ids.js';
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
import { cursorPage, PaginationShape, pagination } from '../http/answers/paging.js';
import { recordIdField, referenceAnswer, referenceField } from '../http/answers/record-fields.js';
import { MAX_LISTED } from '../../core/limits.js';
import { BatchCompletedShape } from '../batches/batches.response.js';
import { DecidedEventShape } from './decided-event.response.js';
import { WATCH_EVENT_SHAPES } from './watch-events.response.js';

const EVENT_FIELDS = {
  event_id: idOf(
    'evt',
    'Stable: equal for every attempt and redelivery. Absent from events of earlier versions.',
  ).optional(),
  job_id: idOf('job', 'The job.'),
  record_id: recordIdField().optional(),
  reference: referenceField(),
  jurisdiction: jurisdictionCode('The requested jurisdiction.'),
  entity_name: text('The requested name.', 500),
  credits_charged: whole('Credits charged at first.'),
  completed_at: moment('Time at which the job ended.'),
};

const CompletedEventShape = named(
  'VerificationCompleted',
  'A verification was answered.',
  z.object({
    event: z.literal('verification.completed').meta({ description: 'The kind of event.' }),
    ...EVENT_FIELDS,
    status: z.literal('completed').meta({ description: 'The job has an answer.' }),
    entity_id: idOf('ent', 'Id for GET /v1/entity/{id}; absent if no business was found.').optional(),
    data: EntityDataShape.nullable().meta({ description: "The register's data; null for a confirmed no-match." }),
    credits_refunded: flag('Whether the credits were refunded.'),
  }),
);

const FailedEventShape = named(
  'VerificationFailed',
  'The register did not answer; the credits were refunded.',
  z.object({
    event: z.literal('verification.failed').meta({ description: 'The kind of event.' }),
    ...EVENT_FIELDS,
    status: z.literal('failed').meta({ description: 'The job has no answer.' }),
    error: text('DATA_SOURCE_TIMEOUT or DATA_SOURCE_UNAVAILABLE, a colon, and the reason.'),
    credits_refunded: flag('Always true.'),
  }),
);

const RefundedEventShape = named(
  'VerificationRefunded',
  'An administrator refunded the credits of a job.',
  z.object({
    event: z.literal('verification.refunded').meta({ description: 'The kind of event.' }),
    ...EVENT_FIELDS,
    entity_id: idOf('ent', 'The business; absent if none was found.').optional(),
    status: z.literal('refunded').meta({ description: 'The job was refunded.' }),
    credits_refunded: flag('Always true.'),
  }),
);

const VerificationShape = z.union([CompletedEventShape, FailedEventShape, RefundedEventShape]);
type VerificationBody = z.infer<typeof VerificationShape>;

export const TestEventShape = named(
  'WebhookTest',
  'A test: the owner of the account tries a receiver.',
  z.object({
    event: z.literal(TEST_EVENT_TYPE).meta({ description: 'The kind of event.' }),
    event_id: idOf('evt', 'Stable: equal for every attempt and redelivery.'),
    asked_at: moment('Time of the request.'),
  }),
);

export const WebhookShape = z.union([
  ...VerificationShape.options,
  DecidedEventShape,
  ...Object.values(WATCH_EVENT_SHAPES),
  BatchCompletedShape,
  TestEventShape,
]);

/** Webhook bodies by event: the `webhooks` section of the OpenAPI document. */
export const WEBHOOK_SHAPES = {
  'verification.completed': CompletedEventShape,
  'verification.failed': FailedEventShape,
  'verification.refunded': RefundedEventShape,
  'verification.decided': DecidedEventShape,
  ...WATCH_EVENT_SHAPES,
  'batch.completed': BatchCompletedShape,
  'webhook.test': TestEventShape,
} as const satisfies Record<EventType, z.ZodType>;

const ATTEMPT_FIELDS = {
  number: whole('Counted from 1.', { least: 1 }),
  at: moment('Time of the attempt.'),
  response_status: whole("Status of the receiver's answer.", { most: 999 }).optional(),
  error: text('Reason for a missing answer.').optional(),
  duration_ms: whole('Duration of the attempt.'),
};

const DELIVERY_FIELDS = {
  delivery_id: idOf('dlv', 'Id for GET /v1/webhooks/deliveries/{id}.'),
  job_id: idOf('job', 'The job of the event; absent for events of watches and batches, and for tests.').optional(),
  watch_id: idOf('wch', 'The watch of the event.').optional(),
  batch_id: idOf('bat', 'The batch of the event.').optional(),
  event: oneOf(ALL_EVENT_TYPES, 'The kind of event.'),
  url: publicUrl('The receiver.'),
  status: oneOf(DELIVERY_STATUSES, 'The state.'),
  created_at: moment('Time of creation.'),
  next_attempt_at: moment('Time of the next attempt.').optional(),
};

const attemptsField = <T extends z.ZodType>(attempt: T) => listOf(attempt, `Up to ${DELIVERY_ATTEMPTS} attempts.`, 20);

const DeliveryShape = named(
  'Delivery',
  'The delivery of an event to a receiver.',
  z.object({ ...DELIVERY_FIELDS, attempts: attemptsField(z.object(ATTEMPT_FIELDS)) }),
);

export const WholeDeliveryShape = named(
  'DeliveryInFull',
  "A delivery with its request and the beginning of the receiver's answer.",
  z.object({
    ...DELIVERY_FIELDS,
    request_body: text('The body, byte for byte.', 1_000_000),
    attempts: attemptsField(
      z.object({
        ...ATTEMPT_FIELDS,
        request_headers: anyFields('The sent headers.').optional(),
        response_body: text("The beginning of the receiver's answer.", 100_000).optional(),
      }),
    ),
  }),
);

export const DeliveriesShape = cursorPage('dlv', 'Deliveries', 'A page of deliveries.', {
  deliveries: listOf(DeliveryShape, 'Newest first.', MAX_LISTED),
  pagination: PaginationShape,
});

export const RedeliveryShape = named(
  'Redelivery',
  'The delivery is queued.',
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
    record_id: recordOfJob(event.jobId),
    ...referenceAnswer(event),
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

export function testBody(at: Date, eventId: Id<'evt'>): z.infer<typeof TestEventShape> {
  return { event: TEST_EVENT_TYPE, event_id: eventId, asked_at: at.toISOString() };
}
