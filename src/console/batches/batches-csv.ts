import type { Batch } from '../../core/batches/batch.js';
import { EXAMPLE_ROW, ROW_FIELDS } from '../../core/batches/read-row.js';
import { csvLine } from '../../core/csv.js';

export const BATCH_COLUMNS = [
  'batch_id',
  'status',
  'rows',
  'accepted',
  'rejected',
  'max_credits',
  'credits_charged',
  'found',
  'review',
  'no_match',
  'failed',
  'duplicate',
  'pending',
  'created_at',
  'started_at',
  'ended_at',
  'file_name',
];

export function batchCells(batch: Batch) {
  const { id, status, rows, accepted, rejected, maxCredits, creditsCharged, counts } = batch;
  const { found, review, no_match: noMatch, failed, duplicate, pending } = counts;
  const answered = [found, review, noMatch, failed, duplicate, pending];
  const { createdAt, startedAt, endedAt, fileName } = batch;
  const times = [createdAt, startedAt, endedAt];
  return [id, status, rows, accepted, rejected, maxCredits, creditsCharged, ...answered, ...times, fileName];
}

/** A template file: every column, and a sample row to overwrite. */
export function templateFile(): string {
  return csvLine(ROW_FIELDS) + csvLine(ROW_FIELDS.map((field) => EXAMPLE_ROW[field]));
}
