-- Calls of a key, or of an application by its grant, that may cost more have to be confirmed. The
-- threshold of a grant outlives the grant: the consent page offers it again.
create table confirmation_thresholds (
  id         uuid primary key default gen_random_uuid(),
  account_id uuid not null
    constraint confirmation_thresholds_account_fkey references accounts (id),
  key_id     uuid constraint confirmation_thresholds_key_key unique
    constraint confirmation_thresholds_key_fkey references api_keys (id) on delete cascade,
  grant_id   text constraint confirmation_thresholds_grant_key unique,
  client_id  text,
  credits    integer not null
    constraint confirmation_thresholds_credits check (credits between 0 and 1000000000),
  created_at timestamptz not null default now(),
  constraint confirmation_thresholds_one_holder check (num_nonnulls(key_id, grant_id) = 1)
);
create index confirmation_thresholds_client_idx on confirmation_thresholds (account_id, client_id)
  where client_id is not null;
create trigger confirmation_threshold_changed
  after insert or delete or update on confirmation_thresholds
  for each row execute function budget_changed();

-- A confirmation holds once: by its id until it has expired.
create table used_confirmations (
  id         uuid primary key,
  expires_at timestamptz not null
);
create index used_confirmations_expires_idx on used_confirmations (expires_at);
