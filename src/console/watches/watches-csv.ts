import type { Watch } from '../../core/watches/watch.js';

export const WATCH_COLUMNS = [
  'watch_id',
  'entity_id',
  'jurisdiction',
  'status',
  'reason',
  'every',
  'tier',
  'webhook_url',
  'max_credits_per_month',
  'created_at',
  'last_checked_at',
  'next_check_at',
  'blind_since',
];

export function watchCells(watch: Watch) {
  const { id, entityId, jurisdiction, status, pauseReason, every, tier, webhookUrl, maxCreditsPerMonth } = watch;
  const order = [id, entityId, jurisdiction, status, pauseReason, every, tier, webhookUrl, maxCreditsPerMonth];
  return [...order, watch.createdAt, watch.lastCheckedAt, watch.nextCheckAt, watch.blindSince];
}
