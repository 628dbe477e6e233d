-- The ledger is append-only. Only the record that a charge keeps may be taken out, to be erased.
create or replace function ledger_refuses_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if new.recorded is null and to_jsonb(new) - 'recorded' = to_jsonb(old) - 'recorded' then return new; end if;
  end if;
  raise exception 'the ledger is append-only: % is refused', tg_op using errcode = 'restrict_violation';
end $$;
