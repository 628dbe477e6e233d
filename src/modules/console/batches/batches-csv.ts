import type { Batch } from '../../../core/batches/batch.js';

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
];

export function batchCells(batch: Batch) {
  const { id, status, rows, accepted, rejected, maxCredits, creditsCharged, counts } = batch;
  const { found, review, no_match: noMatch, failed, duplicate, pending } = counts;
  const answered = [found, review, noMatch, failed, duplicate, pending];
  const { createdAt, startedAt, endedAt } = batch;
  return [id, status, rows, accepted, rejected, maxCredits, creditsCharged, ...answered, createdAt, startedAt, endedAt];
}
