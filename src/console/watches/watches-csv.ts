import type { Watch } from '../../core/watches/watch.js';
import type { Columns } from '../csv-file.js';

export const WATCH_COLUMNS: Columns<Watch> = {
  watch_id: ({ id }) => id,
  entity_id: ({ entityId }) => entityId,
  jurisdiction: ({ jurisdiction }) => jurisdiction,
  status: ({ status }) => status,
  reason: ({ pauseReason }) => pauseReason,
  every: ({ every }) => every,
  tier: ({ tier }) => tier,
  webhook_url: ({ webhookUrl }) => webhookUrl,
  max_credits_per_month: ({ maxCreditsPerMonth }) => maxCreditsPerMonth,
  created_at: ({ createdAt }) => createdAt,
  last_checked_at: ({ lastCheckedAt }) => lastCheckedAt,
  next_check_at: ({ nextCheckAt }) => nextCheckAt,
  blind_since: ({ blindSince }) => blindSince,
};
