-- Browsers that are signed in at the console. Only a digest of what the cookie holds is kept; `id` is what the session is called in lists.
create table console_sessions (
  digest text primary key,
  id text not null unique,
  account_id uuid not null references accounts (id),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);

create index console_sessions_account_idx on console_sessions (account_id);
create index console_sessions_expiry_idx on console_sessions (expires_at);
