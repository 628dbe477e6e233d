import { PRICES } from '../../../core/billing/pricing.js';

/**
 * What a check of a row `w` costs, the month of a moment, and whether a check then is covered by
 * the cap of its watch and the key or grant it counts to.
 */
export const PRICE = `case w.tier when 'deep' then ${PRICES.deep} else ${PRICES.quick} end`;
export const monthOf = (moment: string) => `date_trunc('month', ${moment} at time zone 'UTC')::date`;
export const withinBudget = (moment: string) => `(
  (w.max_credits_per_month is null
    or case when w.spent_month = ${monthOf(moment)} then w.spent else 0 end + ${PRICE} <= w.max_credits_per_month)
  and (w.key_id is null or exists (select from api_keys k where k.id = w.key_id and k.revoked_at is null))
  and (w.grant_id is null or exists (
    select from oauth_records g where g.model = 'Grant' and g.id = w.grant_id and g.expires_at > now()))
  and not exists (
    select from budgets b, lateral budget_standing(b, ledger_now()) s
      where b.account_id = w.account_id and (b.key_id = w.key_id or b.grant_id = w.grant_id) and s.available < ${PRICE}))`;
