import { fromUuid } from '../../../core/ids.js';
import type { Tier } from '../../../core/registries/jurisdiction.js';
import type { ChangeCode } from '../../../core/watches/comparison/compare.js';
import type { PauseReason, Period, Watch, WatchStatus } from '../../../core/watches/watch.js';

export interface WatchRow {
  id: string;
  account_id: string;
  entity_id: string;
  key_id: string | null;
  grant_id: string | null;
  jurisdiction: string;
  status: WatchStatus;
  pause_reason: PauseReason | null;
  every: Period;
  tier: Tier;
  codes: ChangeCode[] | null;
  webhook_url: string | null;
  max_credits_per_month: number | null;
  created_at: Date;
  next_check_at: Date | null;
  last_checked_at: Date | null;
  blind_since: Date | null;
  check_job: string | null;
}

export const WATCH = `id, account_id, entity_id, key_id, grant_id, jurisdiction, status, pause_reason, every, tier, codes, webhook_url, max_credits_per_month, created_at,
  case when edition is null then next_check_at end as next_check_at, last_checked_at, blind_since, check_job`;

/** The account of a row `w` can still ask. */
export const OPEN_ACCOUNT = `exists (
  select from accounts a where a.id = w.account_id and a.deleted_at is null and a.disabled_at is null)`;

export function toWatch(row: WatchRow): Watch {
  return {
    id: fromUuid('wch', row.id),
    accountId: fromUuid('acc', row.account_id),
    entityId: fromUuid('ent', row.entity_id),
    keyId: row.key_id === null ? undefined : fromUuid('key', row.key_id),
    grantId: row.grant_id ?? undefined,
    jurisdiction: row.jurisdiction,
    status: row.status,
    pauseReason: row.pause_reason ?? undefined,
    every: row.every,
    tier: row.tier,
    on: row.codes ?? undefined,
    webhookUrl: row.webhook_url ?? undefined,
    maxCreditsPerMonth: row.max_credits_per_month ?? undefined,
    createdAt: row.created_at,
    nextCheckAt: row.next_check_at ?? undefined,
    lastCheckedAt: row.last_checked_at ?? undefined,
    blindSince: row.blind_since ?? undefined,
    checkUnderWay: row.check_job === null ? undefined : fromUuid('job', row.check_job),
  };
}
