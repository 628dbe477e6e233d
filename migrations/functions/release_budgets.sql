-- Returns what was reserved for those that are left out.
create or replace function release_budgets(charges json, budgeted uuid[], left_out integer[]) returns jsonb language plpgsql as $$
declare
  released jsonb;
begin
  with asked as materialized (
    select c.key_id, c.grant_id, c.amount
      from json_to_recordset(charges) c (place integer, account_id uuid, amount integer, key_id uuid, grant_id text)
      where c.account_id = any (budgeted) and c.place = any (left_out)
  ), owed as (
    select b.id, sum(a.amount)::integer as amount from asked a join budgets b on b.key_id = a.key_id group by b.id
    union all
    select b.id, sum(a.amount)::integer from asked a join budgets b on b.grant_id = a.grant_id group by b.id
  ), given as (
    update budgets b set spent = b.spent - o.amount from owed o where b.id = o.id
      returning b.account_id, b.key_id, b.grant_id, greatest(b.credits - b.spent, 0) as available
  )
  select coalesce(jsonb_agg(g), '[]') into released from given g;
  return released;
end $$;
