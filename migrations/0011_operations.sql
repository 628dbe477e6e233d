-- The installation, its schedules, the sessions of the console, and what administrators did.

-- A name for this installation, so that several can share one Redis and never take each other's
-- work.
create table installation (
  id          uuid primary key default gen_random_uuid(),
  single      boolean not null default true
    constraint installation_is_one unique constraint installation_single_check check (single),
  -- Keys the digests of addresses that had their free credits: a copy of the database alone does
  -- not reveal them. Made at the first start, sealed with ENCRYPTION_KEY, and kept for good,
  -- because the digests could not be made again.
  address_key text
);
insert into installation default values;

-- Periodic work that one process of all does: when each is due next, by the clock they share.
create table schedules (
  name   text primary key,
  due_at timestamptz not null
);

-- Browsers that are signed in at the console. Only a digest of the cookie is kept; `id` names the
-- session in lists.
create table console_sessions (
  digest     text primary key,
  id         text not null constraint console_sessions_id_key unique,
  account_id uuid not null constraint console_sessions_account_id_fkey references accounts (id),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index console_sessions_account_idx on console_sessions (account_id);
create index console_sessions_expiry_idx on console_sessions (expires_at);

-- Browsers in which the admin key was entered at the console. Only a digest of the cookie is kept;
-- `admin_key` is the fingerprint of the key: a new key ends them all.
create table admin_sessions (
  digest     text primary key,
  admin_key  text not null,
  opened_at  timestamptz not null default now(),
  used_at    timestamptz not null default now(),
  expires_at timestamptz not null
);
create index admin_sessions_expiry_idx on admin_sessions (expires_at);

-- What was confirmed in a session: a form that is sent twice is carried out once.
create table admin_confirmations (
  id      uuid primary key,
  session text not null
    constraint admin_confirmations_session_fkey references admin_sessions (digest) on delete cascade
);
create index admin_confirmations_session_idx on admin_confirmations (session);

-- What an administrator did.
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
create trigger admin_actions_append_only before update or delete on admin_actions
  for each row execute function audit_refuses_change();
create trigger admin_actions_no_truncate before truncate on admin_actions
  for each statement execute function audit_refuses_change();
