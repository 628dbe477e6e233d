-- Accounts, their API keys, and the one-time codes that prove an e-mail address.

create table accounts (
  id                   uuid primary key,
  email                text constraint accounts_email_key unique,
  email_verified       boolean not null default false,
  -- The last address that the account proved. It returns to this one when another account proves
  -- the address that this account merely named.
  proven_email         text,
  -- An application asked for the move to an unconfirmed address: the code of the present address is
  -- needed, too.
  moved_by_application boolean not null default false,
  password_hash        text,
  name                 text,
  disabled_at          timestamptz,
  deleted_at           timestamptz,
  created_at           timestamptz not null default now(),
  -- Changed by ledger entries alone: see 0002.
  credit_balance       integer not null default 0,
  last_entry           integer not null default 0,
  -- The last charge of an account with budgets, so that no period returns when a clock is set back.
  -- Null without budgets: such accounts pay nothing for the lookup.
  last_budgeted_at     timestamptz,
  constraint accounts_email_until_deleted check ((email is null) = (deleted_at is not null)),
  constraint accounts_proven_email_until_deleted check (proven_email is null or deleted_at is null),
  constraint accounts_balance_not_negative check (credit_balance >= 0)
) with (fillfactor = 40);
create index accounts_closed_idx on accounts (deleted_at) where deleted_at is not null;
create trigger accounts_open_empty before insert on accounts
  for each row execute function balance_moves_by_entry_only();
create trigger accounts_balance_moves_by_entry before update of credit_balance, last_entry on accounts
  for each row execute function balance_moves_by_entry_only();
create constraint trigger accounts_balance_equals_last_entry
  after update of credit_balance, last_entry on accounts
  deferrable initially deferred for each row execute function balance_equals_last_entry();
create trigger balance_wakes_watches after update of credit_balance on accounts
  for each row when (new.credit_balance > old.credit_balance) execute function balance_wakes_watches();
-- Balances change without a notification: processes cache who holds a key, not what is left.
create trigger key_holder_changed after update of email_verified, disabled_at, deleted_at on accounts
  for each row execute function key_holder_changed('id');

create table api_keys (
  id                    uuid primary key,
  account_id            uuid not null constraint api_keys_account_fkey references accounts (id),
  label                 text not null,
  prefix                text not null,
  digest                bytea not null constraint api_keys_digest_key unique,
  rate_limit_per_minute integer not null
    constraint api_keys_rate_limit_positive check (rate_limit_per_minute > 0),
  -- A key that an application made belongs to the grant that allowed it, and ends with it.
  grant_id              text,
  -- What the key may ask for; null is everything.
  jurisdictions         text[] constraint api_keys_jurisdictions check (cardinality(jurisdictions) > 0),
  tiers                 text[] constraint api_keys_tiers check (cardinality(tiers) > 0),
  created_at            timestamptz not null,
  revoked_at            timestamptz
);
-- An account may have revoked any number of keys: its list is read in pages, and its newest revoked
-- keys without reading the others.
create index api_keys_listed_idx on api_keys (account_id, id);
create index api_keys_of_account_revoked_idx on api_keys (account_id, revoked_at);
create index api_keys_grant_idx on api_keys (grant_id) where grant_id is not null;
create index api_keys_revoked_idx on api_keys (revoked_at) where revoked_at is not null;
create trigger key_holder_changed after update on api_keys
  for each row execute function key_holder_changed('account_id');

-- One row per code that was sent. The newest of an address counts; the older ones are kept for the
-- hourly limits.
create table one_time_codes (
  id         uuid primary key default gen_random_uuid(),
  email      text not null,
  ip         text not null,
  -- The account that moves to the address. Such a code proves the address for no other account.
  account_id uuid constraint one_time_codes_account_fkey references accounts (id),
  digest     bytea not null,
  tries      integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at    timestamptz,
  replaced   boolean not null default false
);
-- A code that a stranger requested replaces no other: each network has its own, and so does an
-- account that moves to the address.
create unique index one_time_codes_current_idx on one_time_codes (email, account_id, ip)
  nulls not distinct where not replaced;
create index one_time_codes_email_idx on one_time_codes (email, created_at);
create index one_time_codes_ip_idx on one_time_codes (ip, created_at);
create index one_time_codes_expires_idx on one_time_codes (expires_at);

-- Wrong tries by network, so that a stranger uses up a code for himself first.
create table one_time_code_tries (
  code_id uuid not null
    constraint one_time_code_tries_code_fkey references one_time_codes (id) on delete cascade,
  network text not null,
  tries   integer not null,
  constraint one_time_code_tries_pkey primary key (code_id, network)
);

-- Addresses that had their free credits; a digest, so that a deleted account leaves no address.
create table free_credit_grants (
  email_digest bytea primary key,
  granted_at   timestamptz not null default now()
);
