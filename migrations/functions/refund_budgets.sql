-- Returns refunds to their budgets, after `refunds_insert`: what was charged in a period that is
-- over counts in none.
create or replace function refund_budgets(refunds json) returns jsonb language plpgsql as $$
declare
  left_over jsonb;
begin
  with given as materialized (
    select e.key_id, e.grant_id, e.amount, e.charged_at from json_to_recordset(refunds) r (id uuid) join ledger_entries e on e.id = r.id
  ), owed as (
    select b.id, sum(g.amount)::integer as amount
      from (
        select b.id, g.amount, g.charged_at >= b.period_start as counts from given g join budgets b on b.key_id = g.key_id
        union all
        select b.id, g.amount, g.charged_at >= b.period_start from given g join budgets b on b.grant_id = g.grant_id) g
      join budgets b on b.id = g.id where g.counts group by b.id
  ), returned as (
    update budgets b set spent = b.spent - o.amount from owed o where b.id = o.id
      returning b.account_id, b.key_id, b.grant_id, greatest(b.credits - b.spent, 0) as available
  )
  select coalesce(jsonb_agg(r), '[]') into left_over from returned r;
  return left_over;
end $$;
