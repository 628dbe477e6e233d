-- Support work: what an administrator did, and the jurisdictions taken out of service by hand.

create table admin_actions (
  id         bigint generated always as identity primary key,
  at         timestamptz not null default clock_timestamp(),
  admin_key  text not null,
  ip         text not null,
  request_id text not null,
  action     text not null,
  subject    text not null,
  reason     text,
  details    jsonb not null
);
create function audit_refuses_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit trail is append-only: % is refused', tg_op using errcode = 'restrict_violation';
end $$;
create trigger admin_actions_append_only before update or delete on admin_actions
  for each row execute function audit_refuses_change();
create trigger admin_actions_no_truncate before truncate on admin_actions
  for each statement execute function audit_refuses_change();

create table jurisdictions_switched_off (
  code text primary key,
  at   timestamptz not null default now()
);
