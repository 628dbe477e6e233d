-- Accounts, their API keys, and the one-time codes that prove an e-mail address.

create table accounts (
  id             uuid primary key,
  email          text constraint accounts_email_key unique,
  email_verified boolean not null default false,
  name           text,
  disabled_at    timestamptz,
  deleted_at     timestamptz,
  created_at     timestamptz not null default now(),
  -- Moved by ledger entries alone: see 0002.
  credit_balance integer not null default 0,
  last_entry     integer not null default 0,
  constraint accounts_email_until_deleted check ((email is null) = (deleted_at is not null)),
  constraint accounts_balance_not_negative check (credit_balance >= 0)
) with (fillfactor = 40);

create table api_keys (
  id                    uuid primary key,
  account_id            uuid not null constraint api_keys_account_fkey references accounts (id),
  label                 text not null,
  prefix                text not null,
  digest                bytea not null constraint api_keys_digest_key unique,
  rate_limit_per_minute integer not null constraint api_keys_rate_limit_positive check (rate_limit_per_minute > 0),
  created_at            timestamptz not null,
  revoked_at            timestamptz
);
create index api_keys_account_idx on api_keys (account_id);

-- One row per code that was sent: the newest of an address counts, the older ones are there for the hourly limits.
create table one_time_codes (
  id         uuid primary key default gen_random_uuid(),
  email      text not null,
  ip         text not null,
  digest     bytea not null,
  tries      integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at    timestamptz,
  replaced   boolean not null default false
);
create unique index one_time_codes_current_idx on one_time_codes (email) where not replaced;
create index one_time_codes_email_idx on one_time_codes (email, created_at);
create index one_time_codes_ip_idx on one_time_codes (ip, created_at);

-- Addresses that had their free credits; a digest, so that a deleted account leaves no address behind.
create table free_credit_grants (
  email_digest bytea primary key,
  granted_at   timestamptz not null default now()
);
