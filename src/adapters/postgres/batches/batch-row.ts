import type { Batch, BatchPauseReason, BatchStatus } from '../../../core/batches/batch.js';
import { fromUuid } from '../../../core/ids.js';

export interface BatchRow {
  id: string;
  key_id: string | null;
  grant_id: string | null;
  status: BatchStatus;
  file_name: string | null;
  webhook_url: string | null;
  rows: number;
  accepted: number;
  rejected: number;
  max_credits: number;
  found: number;
  review: number;
  no_match: number;
  failed: number;
  duplicate: number;
  credits_charged: number;
  created_at: Date;
  started_at: Date | null;
  ended_at: Date | null;
  pause_reason: BatchPauseReason | null;
  resets_at: Date | null;
}

export const BATCH = `id, key_id, grant_id, status, file_name, webhook_url, rows, accepted, rejected, max_credits, found, review, no_match, failed, duplicate, credits_charged,
  created_at, started_at, ended_at, pause_reason, resets_at`;

export function toBatch(row: BatchRow): Batch {
  return {
    id: fromUuid('bat', row.id),
    keyId: row.key_id === null ? undefined : fromUuid('key', row.key_id),
    grantId: row.grant_id ?? undefined,
    status: row.status,
    fileName: row.file_name ?? undefined,
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

function countsOf(
  row: Pick<BatchRow, 'accepted' | 'found' | 'review' | 'no_match' | 'failed' | 'duplicate'>,
): Batch['counts'] {
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
