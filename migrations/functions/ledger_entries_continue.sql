-- Every entry continues the one before it, and the account has counted it. Of the entries of an
-- account that come together, the first continues the ledger, each of the others the one beside it,
-- and the last is the one that the account must have counted. Without sorts the index of numbers is
-- the only way to the entry before: see `balance_equals_last_entry`.
create or replace function ledger_entries_continue() returns trigger language plpgsql
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off set enable_sort = off
  set enable_bitmapscan = off set jit = off as $$
declare
  broken uuid;
begin
  select e.account_id into broken
    from (
      select added.account_id, added.number, added.amount, added.balance_after,
          lag(added.number) over together as beside, lag(added.balance_after) over together as balance_beside,
          lead(added.number) over together is null as is_last
        from added window together as (partition by added.account_id order by added.number)) e
      left join lateral (
        select l.number, l.balance_after from ledger_entries l
          where e.beside is null and l.account_id = e.account_id and l.number < e.number order by l.number desc limit 1) before on true
      left join lateral (select a.last_entry from accounts a where e.is_last and a.id = e.account_id limit 1) a on true
    where (e.is_last and e.number > coalesce(a.last_entry, 0))
       or e.number <> coalesce(e.beside, before.number, 0) + 1
       or e.balance_after <> coalesce(e.balance_beside, before.balance_after, 0) + e.amount
    limit 1;
  if found then
    raise exception 'an entry of account % does not continue its ledger', broken using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
