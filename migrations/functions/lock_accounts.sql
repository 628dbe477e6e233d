-- `payers` are the accounts that are charged or refunded. Of them: which have budgets, and whether
-- a write set may have to be refused because more is asked of an account than it has.
create or replace function lock_accounts(charges json, refunds json, out payers uuid[], out budgeted uuid[], out short boolean) language plpgsql as $$
begin
  if refunds is null then
    with asked as materialized (
      select c.account_id, sum(c.amount) as amount from json_to_recordset(charges) c (account_id uuid, amount integer) group by c.account_id
    ), locked as materialized (
      select a.id, a.last_budgeted_at, t.amount > a.credit_balance as short from asked t join accounts a on a.id = t.account_id
        order by a.id for no key update of a
    )
    select coalesce(array_agg(l.id), '{}'), coalesce(array_agg(l.id) filter (where l.last_budgeted_at is not null), '{}'),
        coalesce(bool_or(l.short), false) or count(*) < (select count(*) from asked)
      into payers, budgeted, short from locked l;
  else
    select coalesce(array_agg(l.id), '{}'), coalesce(array_agg(l.id) filter (where l.last_budgeted_at is not null), '{}'), charges is not null
      into payers, budgeted, short
      from (
        select a.id, a.last_budgeted_at from accounts a
          where a.id in (
            select c.account_id from json_to_recordset(charges) c (account_id uuid)
            union
            select e.account_id from json_to_recordset(refunds) r (job_id uuid) join ledger_entries e on e.job_id = r.job_id and e.type = 'charge')
          order by a.id for no key update) l;
  end if;
end $$;
