import { z } from 'zod';
import {
  BATCH_PAUSE_REASONS,
  BATCH_STATUSES,
  expectedSeconds,
  type Batch,
  type BatchCounts,
} from '../../core/batches/batch.js';
import type { BatchCompleted } from '../../core/batches/batch.js';
import type { UploadedBatch } from '../../core/batches/upload-batch.js';
import type { Id } from '../../core/ids.js';
import { pageOf } from '../../core/page.js';
import { MAX_FILE_NAME_LENGTH, MAX_LISTED, MAX_REJECTIONS_SHOWN } from '../../core/limits.js';
import { idOf, listOf, moment, named, oneOf, publicUrl, text, whole } from '../http/answers/answer-fields.js';
import { cursorPage } from '../http/answers/paging.js';

const COUNTS = z
  .object({
    pending: whole('Not answered yet; after a cancel, never asked.'),
    found: whole('A business was found.'),
    review: whole('A business was found, but a person should check that it is the right one.'),
    no_match: whole('A complete search of the register found no such business.'),
    failed: whole('The register did not answer; not charged.'),
    duplicate: whole('An earlier row of the file asks the same question; not charged.'),
  })
  .meta({ description: 'Accepted rows by outcome; they add up to accepted.' });

const FIELDS = {
  batch_id: idOf('bat', 'Id for GET /v1/batches/{id}.'),
  status: oneOf(BATCH_STATUSES, 'ready: waits to be started. paused: waits for POST /v1/batches/{id}/start.'),
  paused: z
    .object({
      reason: oneOf(
        BATCH_PAUSE_REASONS,
        'The balance or budget that does not cover the next row; key_limits: the key that started it may no longer ask the next row; key_revoked: it was revoked.',
      ),
      resets_at: moment('Time at which the budget resets.').optional(),
    })
    .meta({ description: 'The reason and end of the pause, while the batch is paused.' })
    .optional(),
  file_name: text('Name of the file, as sent.', MAX_FILE_NAME_LENGTH).optional(),
  retry_of: idOf('bat', 'The batch whose unanswered rows this one asks again.').optional(),
  retried_in: idOf('bat', 'The batch that asks the unanswered rows of this one again.').optional(),
  rows: whole('Rows in the file.'),
  accepted: whole('Valid rows.'),
  rejected: whole('Invalid rows.'),
  max_credits: whole('The maximum price: each question once.'),
  counts: COUNTS,
  credits_charged: whole('Credits charged so far.'),
  expected_seconds: whole('Estimated time for the remaining rows, at the present speed.').optional(),
  webhook_url: publicUrl('Receives batch.completed.').optional(),
  created_at: moment('Time of the upload.'),
  started_at: moment('Time of the first start.').optional(),
  ended_at: moment('Time of completion or cancellation.').optional(),
};

export const BatchShape = named('Batch', 'A file of names to verify.', z.object(FIELDS));

export const UploadedShape = named(
  'UploadedBatch',
  'An accepted file of names.',
  z.object({
    ...FIELDS,
    rejections: listOf(
      z.object({
        line: whole('Line of the file, from 1.', { least: 1 }),
        field: text('The invalid column; absent for the whole row.', 100).optional(),
        message: text('The problem.'),
      }),
      `The first ${MAX_REJECTIONS_SHOWN} rejected rows.`,
      MAX_REJECTIONS_SHOWN,
    ),
  }),
);

export const BatchesShape = cursorPage('bat', 'Batches', 'A page of batches.', {
  batches: listOf(BatchShape, 'Newest first.', MAX_LISTED),
});

export const BatchCompletedShape = named(
  'BatchCompleted',
  'Every row of a batch was processed.',
  z.object({
    event: z.literal('batch.completed').meta({ description: 'The kind of event.' }),
    event_id: idOf('evt', 'Stable: equal for every attempt and redelivery.'),
    batch_id: FIELDS.batch_id,
    status: z.literal('completed').meta({ description: 'The results are available.' }),
    counts: COUNTS,
    credits_charged: whole('Credits charged in all.'),
    completed_at: moment('Time of completion.'),
  }),
);

export const FILE_EXAMPLES = {
  'text/csv': 'entity_name,jurisdiction,custom_id\r\nImaginary Lanterns LLC,us-co,C-1\r\n',
  'application/x-ndjson': '{"entity_name":"Imaginary Lanterns LLC","jurisdiction":"us-co","custom_id":"C-1"}\n',
};

export const RESULT_EXAMPLES = {
  'text/csv':
    'line,custom_id,entity_name,jurisdiction,tier,outcome,entity_id,official_name,status,good_standing,jurisdiction_id,confidence,credits_charged,error,registration,home_jurisdiction,home_name,closest,evidence,answer,duplicate_of,standing,evidence_path,record_id,decision,decided_by,decided_at,note\r\n' +
    '2,C-1,Imaginary Lanterns LLC,us-co,quick,no_match,,,,,,,1,,,,,Imaginary Lamps LLC,,no_match,,,/v1/batches/bat_01kax3c0v4e7tr9w2m5j8qzhpd/rows/2/evidence,rec_01kax3c0v4e7tr9w2m5j8qzhpf,,,,\r\n',
  'application/x-ndjson':
    '{"line":2,"custom_id":"C-1","entity_name":"Imaginary Lanterns LLC","jurisdiction":"us-co","tier":"quick","outcome":"no_match","entity_id":null,' +
    '"official_name":null,"status":null,"good_standing":null,"jurisdiction_id":null,"confidence":null,"credits_charged":1,"error":null,"registration":null,"home_jurisdiction":null,"home_name":null,"closest":["Imaginary Lamps LLC"],' +
    '"evidence":null,"answer":"no_match","duplicate_of":null,"standing":null,"evidence_path":"/v1/batches/bat_01kax3c0v4e7tr9w2m5j8qzhpd/rows/2/evidence","record_id":"rec_01kax3c0v4e7tr9w2m5j8qzhpf",' +
    '"decision":null,"decided_by":null,"decided_at":null,"note":null}\n',
};

export function batchAnswer(batch: Batch, now: Date): z.infer<typeof BatchShape> {
  const { fileName, pause, startedAt, endedAt, webhookUrl } = batch;
  const expected = expectedSeconds(batch, now);
  return {
    batch_id: batch.id,
    status: batch.status,
    ...(pause && {
      paused: { reason: pause.reason, ...(pause.resetsAt && { resets_at: pause.resetsAt.toISOString() }) },
    }),
    ...(fileName !== undefined && { file_name: fileName }),
    ...(batch.retryOf && { retry_of: batch.retryOf }),
    ...(batch.retriedIn && { retried_in: batch.retriedIn }),
    rows: batch.rows,
    accepted: batch.accepted,
    rejected: batch.rejected,
    max_credits: batch.maxCredits,
    counts: countsAnswer(batch.counts),
    credits_charged: batch.creditsCharged,
    ...(expected !== undefined && { expected_seconds: expected }),
    ...(webhookUrl !== undefined && { webhook_url: webhookUrl }),
    created_at: batch.createdAt.toISOString(),
    ...(startedAt && { started_at: startedAt.toISOString() }),
    ...(endedAt && { ended_at: endedAt.toISOString() }),
  };
}

export function uploadedAnswer({ batch, rejections }: UploadedBatch, now: Date): z.infer<typeof UploadedShape> {
  return {
    ...batchAnswer(batch, now),
    rejections: rejections.map(({ line, field, message }) => ({
      line,
      ...(field !== undefined && { field }),
      message,
    })),
  };
}

export function batchesAnswer(found: readonly Batch[], limit: number, now: Date): z.infer<typeof BatchesShape> {
  const { items, next } = pageOf(found, limit);
  return { batches: items.map((batch) => batchAnswer(batch, now)), ...(next && { next_cursor: next }) };
}

export function batchCompletedBody(
  { batchId, counts, creditsCharged, completedAt }: BatchCompleted,
  eventId: Id<'evt'>,
): z.infer<typeof BatchCompletedShape> {
  return {
    event: 'batch.completed',
    event_id: eventId,
    batch_id: batchId,
    status: 'completed',
    counts: countsAnswer(counts),
    credits_charged: creditsCharged,
    completed_at: completedAt.toISOString(),
  };
}

function countsAnswer(counts: BatchCounts): z.infer<typeof COUNTS> {
  const { pending, found, review, no_match, failed, duplicate } = counts;
  return { pending, found, review, no_match, failed, duplicate };
}
