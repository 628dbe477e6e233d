-- The ledger is append-only.
create or replace function ledger_refuses_change() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only: % is refused', tg_op using errcode = 'restrict_violation';
end $$;
