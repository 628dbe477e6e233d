-- What the authorization server keeps: clients, sessions, interactions, grants and tokens. Tokens,
-- codes and the secrets of clients are kept as digests.

create table oauth_records (
  model       text not null,
  id          text not null,
  payload     jsonb not null,
  grant_id    text,
  uid         text,
  account_id  uuid constraint oauth_records_account_fkey references accounts (id),
  client_id   text,
  created_at  timestamptz not null default now(),
  -- Of clients: when a token was last issued to them.
  used_at     timestamptz not null default now(),
  consumed_at timestamptz,
  expires_at  timestamptz,
  constraint oauth_records_pkey primary key (model, id)
);
create index oauth_records_grant_idx on oauth_records (grant_id) where grant_id is not null;
create index oauth_records_uid_idx on oauth_records (uid) where uid is not null;
create index oauth_records_account_idx on oauth_records (account_id, model) where account_id is not null;
create index oauth_records_expiry_idx on oauth_records (expires_at) where expires_at is not null;
create index oauth_records_client_idx on oauth_records (used_at) where model = 'Client';
-- Clients that never got a token: the old ones are found without reading the others.
create index oauth_records_unused_client_idx on oauth_records (created_at)
  where model = 'Client' and used_at <= created_at;

-- Registrations of the last hour, for the limit per network address.
create table oauth_registrations (
  ip         text not null,
  created_at timestamptz not null default now()
);
create index oauth_registrations_ip_idx on oauth_registrations (ip, created_at);
create index oauth_registrations_created_idx on oauth_registrations (created_at);
