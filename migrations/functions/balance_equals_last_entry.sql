-- At commit, the balance must be the running balance of the entry that the account counts as its
-- last: a trigger that moved the balance for an entry that was then not inserted (on conflict do
-- nothing) is undone with everything around it. Without sorts the index of numbers is the only way
-- to the last entry: with few entries expected, the smaller index by date seemed cheaper and read
-- the whole account.
create or replace function balance_equals_last_entry() returns trigger language plpgsql
  set enable_seqscan = off set enable_sort = off set enable_bitmapscan = off set jit = off as $$
begin
  if not exists (
    select from accounts a
      where a.id = new.id and (a.last_entry, a.credit_balance) = (
        select e.number, e.balance_after from ledger_entries e where e.account_id = new.id order by e.number desc limit 1)
  ) then
    raise exception 'the balance of account % is not that of its last entry', new.id using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
