import type { Batch } from '../../core/batches/batch.js';
import { EXAMPLE_ROW, ROW_FIELDS } from '../../core/batches/read-row.js';
import { csvLine } from '../../core/csv.js';
import type { Columns } from '../csv-file.js';

export const BATCH_COLUMNS: Columns<Batch> = {
  batch_id: ({ id }) => id,
  status: ({ status }) => status,
  rows: ({ rows }) => rows,
  accepted: ({ accepted }) => accepted,
  rejected: ({ rejected }) => rejected,
  max_credits: ({ maxCredits }) => maxCredits,
  credits_charged: ({ creditsCharged }) => creditsCharged,
  found: ({ counts }) => counts.found,
  review: ({ counts }) => counts.review,
  no_match: ({ counts }) => counts.no_match,
  failed: ({ counts }) => counts.failed,
  duplicate: ({ counts }) => counts.duplicate,
  pending: ({ counts }) => counts.pending,
  created_at: ({ createdAt }) => createdAt,
  started_at: ({ startedAt }) => startedAt,
  ended_at: ({ endedAt }) => endedAt,
  file_name: ({ fileName }) => fileName,
};

/** A template file: every column, and a sample row to overwrite. */
export function templateFile(): string {
  return csvLine(ROW_FIELDS) + csvLine(ROW_FIELDS.map((field) => EXAMPLE_ROW[field]));
}
