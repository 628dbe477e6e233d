-- A balance changes together with the count of entries, and that only grows.
create or replace function balance_moves_by_entry_only() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' and (new.credit_balance, new.last_entry) is distinct from (0, 0) then
    raise exception 'an account opens with a balance of 0' using errcode = 'restrict_violation';
  end if;
  if tg_op = 'UPDATE' and new.last_entry <= old.last_entry then
    raise exception 'a balance is changed by a ledger entry only' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
