-- Batches: files of names. A row is no job: it has its outcome, and its charge in the ledger,
-- written in one transaction.

create table batches (
  id              uuid primary key,
  account_id      uuid not null constraint batches_account_fkey references accounts (id),
  -- `uploading`: the file is being read, and the batch is hidden.
  status          text not null default 'uploading' constraint batches_status
    check (status in ('uploading', 'ready', 'running', 'paused', 'completed', 'cancelled')),
  webhook_url     text,
  rows            integer not null default 0,
  accepted        integer not null default 0,
  rejected        integer not null default 0,
  max_credits     integer not null default 0,
  -- How accepted rows have ended; written with them.
  found           integer not null default 0,
  review          integer not null default 0,
  no_match        integer not null default 0,
  failed          integer not null default 0,
  duplicate       integer not null default 0,
  credits_charged integer not null default 0,
  created_at      timestamptz not null default now(),
  started_at      timestamptz,
  ended_at        timestamptz,
  -- From then on the batch is `uploading`, which hides it, and its rows are deleted piece by piece.
  dropped_at      timestamptz,
  -- Who started it last: what rows cost counts to their budgets.
  key_id          uuid,
  grant_id        text,
  pause_reason    text constraint batches_pause_reason
    check (pause_reason in ('balance', 'key_budget', 'grant_budget', 'key_revoked')),
  resets_at       timestamptz,
  -- Which jurisdictions a running batch asks, and whether in the sandbox: { "us-co": true }. Only a
  -- worker that asks all of them likewise takes it up, so that two installations that share a
  -- database never answer for each other.
  asked_in        jsonb not null default '{}',
  -- Rows before this line have been taken up.
  next_line       integer not null default 0,
  -- Who works on it, until when; when a worker looks at it next, and when one last did.
  claim           uuid,
  claimed_until   timestamptz,
  look_at         timestamptz not null default now(),
  worked_at       timestamptz,
  constraint batches_paused_for_a_reason check ((status = 'paused') = (pause_reason is not null)),
  constraint batches_counted check (found + review + no_match + failed + duplicate <= accepted)
) with (fillfactor = 50);
create index batches_account_idx on batches (account_id, id);
create index batches_running_idx on batches (id) where status = 'running';

create table batch_rows (
  batch_id        uuid not null constraint batch_rows_batch_fkey references batches (id) on delete cascade,
  line            integer not null,
  custom_id       text,
  entity_name     text,
  jurisdiction    text,
  tier            text,
  -- The question of an accepted row: equal ones are asked once.
  name_key        text,
  record_number   text,
  price           smallint,
  -- The first line that asks the same.
  same_as         integer,
  -- Null until it has one.
  outcome         text constraint batch_rows_outcome
    check (outcome in ('found', 'review', 'no_match', 'failed', 'duplicate', 'rejected')),
  entity_id       uuid,
  official_name   text,
  status          text,
  good_standing   boolean,
  jurisdiction_id text,
  confidence      double precision,
  credits_charged integer not null default 0,
  -- Why it was rejected, or failed; of a rejected row also which column was at fault.
  error           text,
  field           text,
  constraint batch_rows_pkey primary key (batch_id, line),
  constraint batch_rows_asked
    check (outcome = 'rejected' or num_nulls(entity_name, jurisdiction, tier, name_key, price) = 0)
) with (fillfactor = 80);
create index batch_rows_same_idx on batch_rows (batch_id, same_as) where same_as is not null;

-- Rows that wait for a register. A retrieval may have many of them, beside jobs or without any.
create table batch_waits (
  batch_id     uuid not null,
  line         integer not null,
  retrieval_id uuid not null,
  waits_since  timestamptz not null default now(),
  constraint batch_waits_pkey primary key (batch_id, line),
  constraint batch_waits_row_fkey
    foreign key (batch_id, line) references batch_rows (batch_id, line) on delete cascade
);
create index batch_waits_retrieval_idx on batch_waits (retrieval_id);
