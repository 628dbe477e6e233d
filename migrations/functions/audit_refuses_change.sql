-- The audit trail is append-only.
create or replace function audit_refuses_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit trail is append-only: % is refused', tg_op using errcode = 'restrict_violation';
end $$;
