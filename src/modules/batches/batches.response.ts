import { z } from 'zod';
import {
  BATCH_PAUSE_REASONS,
  BATCH_STATUSES,
  expectedSeconds,
  type Batch,
  type BatchCounts,
} from '../../core/batches/batch.js';
import type { BatchCompleted } from '../../core/batches/ports.js';
import type { UploadedBatch } from '../../core/batches/upload-batch.js';
import type { Id } from '../../core/ids.js';
import { pageOf } from '../../core/page.js';
import { MAX_FILE_NAME_LENGTH, MAX_LISTED, MAX_REJECTIONS_SHOWN } from '../../core/limits.js';
import { idOf, listOf, moment, named, oneOf, publicUrl, text, whole } from '../http/answers/answer-fields.js';

const COUNTS = z
  .object({
    pending: whole('Not answered yet; after a cancel, not asked.'),
    found: whole('One business is meant.'),
    review: whole('A business was found, but a person should check that it is the right one.'),
    no_match: whole('The register was searched to the end and has no such business.'),
    failed: whole('The register gave no answer; not charged.'),
    duplicate: whole('An earlier row of the file asks the same; not charged.'),
  })
  .meta({ description: 'How the accepted rows ended; they add up to accepted.' });

const FIELDS = {
  batch_id: idOf('bat', 'For GET /v1/batches/{id}.'),
  status: oneOf(BATCH_STATUSES, 'ready: it waits to be started. paused: it waits for POST /v1/batches/{id}/start.'),
  paused: z
    .object({
      reason: oneOf(
        BATCH_PAUSE_REASONS,
        'What does not cover the next row, or that the key that started it is revoked.',
      ),
      resets_at: moment('When the budget begins anew.').optional(),
    })
    .meta({ description: 'Why it waits, while it is paused.' })
    .optional(),
  file_name: text('What the file is called, as its sender said.', MAX_FILE_NAME_LENGTH).optional(),
  rows: whole('Rows of the file.'),
  accepted: whole('Those that are asked.'),
  rejected: whole('Those that are not, because of what they hold.'),
  max_credits: whole('The most it can cost: each question once.'),
  counts: COUNTS,
  credits_charged: whole('What it has cost so far.'),
  expected_seconds: whole('How long the rest may take, at the speed so far.').optional(),
  webhook_url: publicUrl('Receives batch.completed.').optional(),
  created_at: moment('When the file was taken.'),
  started_at: moment('When it was started first.').optional(),
  ended_at: moment('When it was completed or cancelled.').optional(),
};

export const BatchShape = named('Batch', 'A file of names that is verified.', z.object(FIELDS));

export const UploadedShape = named(
  'UploadedBatch',
  'A file of names that was taken.',
  z.object({
    ...FIELDS,
    rejections: listOf(
      z.object({
        line: whole('The line of the file, from 1.', { least: 1 }),
        field: text('The column at fault; absent when it is the whole row.', 100).optional(),
        message: text('What is wrong with it.'),
      }),
      `The first ${MAX_REJECTIONS_SHOWN} rejected rows.`,
      MAX_REJECTIONS_SHOWN,
    ),
  }),
);

export const BatchesShape = named(
  'Batches',
  'A page of batches.',
  z.object({
    batches: listOf(BatchShape, 'The newest first.', MAX_LISTED),
    next_cursor: idOf('bat', 'Send it as cursor for the next page; absent on the last.').optional(),
  }),
);

export const BatchCompletedShape = named(
  'BatchCompleted',
  'Every row of a batch has ended.',
  z.object({
    event: z.literal('batch.completed').meta({ description: 'What happened.' }),
    event_id: idOf('evt', 'Stable: the same for every attempt and redelivery.'),
    batch_id: FIELDS.batch_id,
    status: z.literal('completed').meta({ description: 'Its results are there.' }),
    counts: COUNTS,
    credits_charged: whole('What it has cost.'),
    completed_at: moment('When it was completed.'),
  }),
);

export const FILE_EXAMPLES = {
  'text/csv': 'entity_name,jurisdiction,custom_id\r\nImaginary Lanterns LLC,us-co,C-1\r\n',
  'application/x-ndjson': '{"entity_name":"Imaginary Lanterns LLC","jurisdiction":"us-co","custom_id":"C-1"}\n',
};

export const RESULT_EXAMPLES = {
  'text/csv':
    'line,custom_id,entity_name,jurisdiction,tier,outcome,entity_id,official_name,status,good_standing,jurisdiction_id,confidence,credits_charged,error,registration,home_jurisdiction,home_name,closest\r\n' +
    '2,C-1,Imaginary Lanterns LLC,us-co,quick,no_match,,,,,,,1,,,,,Imaginary Lamps LLC\r\n',
  'application/x-ndjson':
    '{"line":2,"custom_id":"C-1","entity_name":"Imaginary Lanterns LLC","jurisdiction":"us-co","tier":"quick","outcome":"no_match","entity_id":null,' +
    '"official_name":null,"status":null,"good_standing":null,"jurisdiction_id":null,"confidence":null,"credits_charged":1,"error":null,"registration":null,"home_jurisdiction":null,"home_name":null,"closest":["Imaginary Lamps LLC"]}\n',
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
