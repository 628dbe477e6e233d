-- Two indexes of the ledger begin with the account. As long as Postgres believes it to be tiny, as in the first minute of an installation, it took the
-- one by date for the entry of a number, and read the whole ledger of an account for every charge. The last entry in the order of numbers is found in
-- the index of numbers alone.

create or replace function ledger_entries_continue() returns trigger language plpgsql
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
declare
  broken uuid;
begin
  select added.account_id into broken
    from added join accounts a on a.id = added.account_id
      left join lateral (
        select e.number, e.balance_after from ledger_entries e
          where e.account_id = added.account_id and e.number < added.number order by e.number desc limit 1) before on true
    where added.number > a.last_entry
       or added.number <> coalesce(before.number, 0) + 1
       or added.balance_after <> coalesce(before.balance_after, 0) + added.amount
    limit 1;
  if found then
    raise exception 'an entry of account % does not continue its ledger', broken using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;

create or replace function balance_equals_last_entry() returns trigger language plpgsql set enable_seqscan = off as $$
declare
  last_number integer;
  last_balance integer;
begin
  select number, balance_after into last_number, last_balance
    from ledger_entries where account_id = new.id order by number desc limit 1;
  if not exists (
    select from accounts where id = new.id and last_entry = last_number and credit_balance = last_balance
  ) then
    raise exception 'the balance of account % is not that of its last entry', new.id using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
