-- Browsers in which the admin key was shown at the console. Only a digest of what the cookie holds is kept; `admin_key` is the fingerprint of the key: another
-- key ends them all.
create table admin_sessions (
  digest text primary key,
  admin_key text not null,
  opened_at timestamptz not null default now(),
  used_at timestamptz not null default now(),
  expires_at timestamptz not null
);

create index admin_sessions_expiry_idx on admin_sessions (expires_at);

-- What was confirmed in a session. A form that is sent twice is carried out once.
create table admin_confirmations (
  id uuid primary key,
  session text not null references admin_sessions (digest) on delete cascade
);

create index admin_confirmations_session_idx on admin_confirmations (session);
