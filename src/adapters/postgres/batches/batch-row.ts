import type { Batch } from '../../../core/batches/batch.js';
import { fromUuid } from '../../../core/ids.js';
import type { BatchRow } from '../schema/batch.tables.js';
import type { Columns } from '../schema/columns.js';

export interface BatchColumns extends Columns<BatchRow, typeof BATCH> {
  retried_in?: string | null;
}

export const BATCH = `id, key_id, grant_id, status, file_name, retry_of, webhook_url, rows, accepted, rejected, max_credits, found, review, no_match, failed, duplicate, credits_charged,
  created_at, started_at, ended_at, pause_reason, resets_at`;

/** The retry of the batch `b`. */
export const RETRIED_IN = '(select r.id from batches r where r.retry_of = b.id) as retried_in';

export function toBatch(row: BatchColumns): Batch {
  return {
    id: fromUuid('bat', row.id),
    keyId: row.key_id === null ? undefined : fromUuid('key', row.key_id),
    grantId: row.grant_id ?? undefined,
    status: row.status,
    fileName: row.file_name ?? undefined,
    retryOf: row.retry_of ? fromUuid('bat', row.retry_of) : undefined,
    retriedIn: row.retried_in ? fromUuid('bat', row.retried_in) : undefined,
    pause: row.pause_reason === null ? undefined : { reason: row.pause_reason, resetsAt: row.resets_at ?? undefined },
    rows: row.rows,
    accepted: row.accepted,
    rejected: row.rejected,
    maxCredits: row.max_credits,
    counts: countsOf(row),
    creditsCharged: row.credits_charged,
    webhookUrl: row.webhook_url ?? undefined,
    createdAt: row.created_at,
    startedAt: row.started_at ?? undefined,
    endedAt: row.ended_at ?? undefined,
  };
}

function countsOf(row: BatchColumns): Batch['counts'] {
  const { accepted, found, review, no_match, failed, duplicate } = row;
  return {
    pending: accepted - found - review - no_match - failed - duplicate,
    found,
    review,
    no_match,
    failed,
    duplicate,
  };
}
