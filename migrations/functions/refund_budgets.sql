-- Returns refunds to their budgets, after `refunds_insert`: what was charged in a period that is
-- over counts in none. What the newest budget of an application carries over from an earlier grant
-- is returned to it, too.
create or replace function refund_budgets(refunds json) returns jsonb language plpgsql as $$
declare
  left_over jsonb;
begin
  with given as materialized (
    select e.key_id, e.grant_id, e.amount, e.charged_at from json_to_recordset(refunds) r (id uuid) join ledger_entries e on e.id = r.id
  ), owed as (
    select g.id, sum(g.amount)::integer as amount, sum(g.carried)::integer as carried
      from (
        select b.id, g.amount, 0 as carried, g.charged_at >= b.period_start as counts from given g join budgets b on b.key_id = g.key_id
        union all
        select b.id, g.amount, 0, g.charged_at >= b.period_start from given g join budgets b on b.grant_id = g.grant_id
        union all
        select n.id, 0, g.amount, g.charged_at >= n.period_start and n.carried_in = n.period_start
          from given g join budgets b on b.grant_id = g.grant_id cross join lateral (
            select l.* from budgets l where l.account_id = b.account_id and l.client_id = b.client_id order by l.created_at desc limit 1) n
          where n.created_at > b.created_at and g.charged_at < n.created_at) g
      where g.counts group by g.id
  ), returned as (
    update budgets b
      set spent = b.spent - o.amount - least(o.carried, b.carried), carried = b.carried - least(o.carried, b.carried)
      from owed o where b.id = o.id
      returning b.account_id, b.key_id, b.grant_id, greatest(b.credits - b.spent, 0) as available
  )
  select coalesce(jsonb_agg(r), '[]') into left_over from returned r;
  return left_over;
end $$;
