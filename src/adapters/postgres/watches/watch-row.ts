import { PRICES } from '../../../core/billing/pricing.js';
import { fromUuid } from '../../../core/ids.js';
import type { Watch } from '../../../core/watches/watch.js';
import type { Columns } from '../schema/columns.js';
import type { WatchRow } from '../schema/watch.tables.js';

export type WatchColumns = Columns<WatchRow, typeof COLUMNS> &
  Pick<WatchRow, 'next_check_at'> & { ended_at?: Date | null };

const COLUMNS = `id, account_id, entity_id, key_id, grant_id, jurisdiction, status, pause_reason, every, tier, codes, webhook_url, max_credits_per_month,
  created_at, last_checked_at, blind_since, check_job, reference`;
export const WATCH = `${COLUMNS}, case when edition is null then next_check_at end as next_check_at`;

/** Of `readable_watches`, which has the ended ones, too. */
export const READABLE_WATCH = `${COLUMNS}, next_check_at, ended_at`;

export const OPEN_ACCOUNT = `exists (
  select from accounts a where a.id = w.account_id and a.deleted_at is null and a.disabled_at is null)`;

/**
 * For a row `w`: the price of a check, the month of a moment, and whether a check at that moment is
 * within the watch's cap and allowed by its key or grant.
 */
export const PRICE = `case w.tier when 'deep' then ${PRICES.deep} else ${PRICES.quick} end`;
export const monthOf = (moment: string) => `date_trunc('month', ${moment} at time zone 'UTC')::date`;
/** A check that fell due in an earlier month than the last one counts in the month of that one. */
export const spentIn = (moment: string) => `case when w.spent_month >= ${monthOf(moment)} then w.spent else 0 end`;
export const countedIn = (moment: string) => `greatest(w.spent_month, ${monthOf(moment)})`;
export const withinBudget = (moment: string) => `(
  (w.max_credits_per_month is null or ${spentIn(moment)} + ${PRICE} <= w.max_credits_per_month)
  and (w.key_id is null or exists (select from api_keys k where k.id = w.key_id and k.revoked_at is null))
  and (w.grant_id is null or exists (
    select from oauth_records g where g.model = 'Grant' and g.id = w.grant_id and g.expires_at > now()))
  and not exists (
    select from budgets b, lateral budget_standing(b, ledger_now()) s
      where b.account_id = w.account_id and (b.key_id = w.key_id or b.grant_id = w.grant_id) and s.available < ${PRICE}))`;

/**
 * For a row `w`: whether its key allows the jurisdiction and the tier. Lets quick watches pass that
 * may have been deep, where the register offers no deep data.
 */
export const WITHIN_KEY_LIMITS = `not exists (
  select from api_keys k where k.id = w.key_id and (w.jurisdiction <> all (k.jurisdictions) or (w.tier = 'deep' and 'deep' <> all (k.tiers))))`;

export function toWatch(row: WatchColumns): Watch {
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
    reference: row.reference ?? undefined,
    createdAt: row.created_at,
    nextCheckAt: row.next_check_at ?? undefined,
    lastCheckedAt: row.last_checked_at ?? undefined,
    blindSince: row.blind_since ?? undefined,
    checkUnderWay: row.check_job === null ? undefined : fromUuid('job', row.check_job),
    endedAt: row.ended_at ?? undefined,
  };
}
