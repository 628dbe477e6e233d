-- Requests that carry an Idempotency-Key: who holds the key, and what to replay.

create table idempotency_keys (
  account_id  uuid not null constraint idempotency_keys_account_fkey references accounts (id),
  key         text not null,
  fingerprint text not null,
  claim       uuid not null,
  -- Until it is finished, a claim counts for 60 seconds from here.
  claimed_at  timestamptz not null,
  finished    boolean not null default false,
  -- json, not jsonb: a replay has the fields in the order of the first answer.
  outcome     json,
  created_at  timestamptz not null,
  constraint idempotency_keys_pkey primary key (account_id, key)
);
create index idempotency_keys_created_idx on idempotency_keys (created_at);
