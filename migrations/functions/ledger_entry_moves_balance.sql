-- An entry that comes without a number gets it here, with its running balance, and moves the
-- balance of its account. One that comes with them was numbered under the account's lock;
-- `ledger_entries_continue` checks it.
create or replace function ledger_entry_moves_balance() returns trigger language plpgsql as $$
begin
  if new.number is not null then return new; end if;
  update accounts set credit_balance = credit_balance + new.amount, last_entry = last_entry + 1
    where id = new.account_id and credit_balance + new.amount >= 0
    returning credit_balance, last_entry into new.balance_after, new.number;
  if not found then
    raise exception 'insufficient credits' using errcode = 'ST402',
      detail = coalesce((select credit_balance from accounts where id = new.account_id), 0)::text;
  end if;
  return new;
end $$;
