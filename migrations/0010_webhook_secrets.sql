-- The secrets that sign an account's webhook deliveries: sealed, so that a copy of the database alone does not give them away.

create table webhook_secrets (
  account_id          uuid primary key constraint webhook_secrets_account_fkey references accounts (id),
  sealed              text not null,
  sealed_before       text,
  before_expires_at   timestamptz,
  created_at          timestamptz not null default now(),
  constraint webhook_secrets_before_expires check ((sealed_before is null) = (before_expires_at is null))
);
