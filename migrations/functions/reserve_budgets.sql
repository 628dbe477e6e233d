-- Takes from the budgets all that is asked, before it is judged: `over_budget` are accounts of
-- which a budget has less. `charged` is what is left of each. A charge is never older than the last
-- one of its account with budgets, so that no period comes back when the clock is set back; the
-- clock of one account moves no other's.
create or replace function reserve_budgets(charges json, budgeted uuid[], moment timestamptz, out over_budget uuid[], out charged jsonb) language plpgsql as $$
begin
  with asked as materialized (
    select c.key_id, c.grant_id, greatest(moment, a.last_budgeted_at) as charged_at, sum(c.amount)::integer as amount
      from json_to_recordset(charges) c (account_id uuid, amount integer, key_id uuid, grant_id text) join accounts a on a.id = c.account_id
      where c.account_id = any (budgeted) group by c.key_id, c.grant_id, greatest(moment, a.last_budgeted_at)
  ), of_keys as (
    update budgets b
      set period_start = budget_period_now(b, a.charged_at),
          spent = case when budget_period_now(b, a.charged_at) > b.period_start then 0 else b.spent end + a.amount
      from (select key_id, charged_at, sum(amount)::integer as amount from asked where key_id is not null group by key_id, charged_at) a
      where b.key_id = a.key_id
      returning b.account_id, b.key_id, b.grant_id, b.credits - b.spent as available
  ), of_grants as (
    update budgets b
      set period_start = budget_period_now(b, a.charged_at),
          spent = case when budget_period_now(b, a.charged_at) > b.period_start then 0 else b.spent end + a.amount
      from (select grant_id, charged_at, sum(amount)::integer as amount from asked where grant_id is not null group by grant_id, charged_at) a
      where b.grant_id = a.grant_id
      returning b.account_id, b.key_id, b.grant_id, b.credits - b.spent as available
  ), reserved as (
    select * from of_keys union all select * from of_grants
  )
  select coalesce(array_agg(r.account_id) filter (where r.available < 0), '{}'), coalesce(jsonb_agg(r), '[]') into over_budget, charged from reserved r;
end $$;
