-- Watches of entities, the checks that are made for them, and the clock of a sandbox.

-- The clock of a sandbox stands still between advances. One row, for the installation; an installation with real registers never looks at it.
create table sandbox_clock (
  single       boolean primary key default true constraint sandbox_clock_single check (single),
  began_at     timestamptz not null,
  sandbox_time timestamptz not null,
  -- Where it is going; equal to sandbox_time while it stands still.
  target       timestamptz not null,
  -- The one process that moves it, for a limited time.
  driver       uuid,
  driven_until timestamptz,
  constraint sandbox_clock_forward check (began_at <= sandbox_time and sandbox_time <= target)
);
insert into sandbox_clock (began_at, sandbox_time, target)
  values ('2030-01-01T00:00:00Z', '2030-01-01T00:00:00Z', '2030-01-01T00:00:00Z');

-- When the clock showed what, so that what was read at a real moment has a time in the sandbox.
create table sandbox_clock_moves (
  moved_at     timestamptz primary key default clock_timestamp(),
  sandbox_time timestamptz not null
);

create table watches (
  id                 uuid primary key,
  account_id         uuid not null constraint watches_account_fkey references accounts (id),
  -- The key it was made with: its checks count to that key.
  key_id             uuid,
  entity_id          uuid not null constraint watches_entity_fkey references entities (id),
  jurisdiction       text not null,
  -- By the clock of a sandbox, or by that of the database.
  sandbox            boolean not null,
  every              text not null constraint watches_every check (every in ('1d', '7d', '30d')),
  tier               text not null constraint watches_tier check (tier in ('quick', 'deep')),
  -- Of which changes its owner wants to hear; null: all.
  codes              text[],
  webhook_url        text,
  max_credits_per_month integer constraint watches_cap check (max_credits_per_month > 0),
  status             text not null default 'active' constraint watches_status check (status in ('active', 'paused')),
  pause_reason       text constraint watches_pause_reason check (pause_reason in ('credits', 'budget', 'erased', 'jurisdiction_unavailable')),
  created_at         timestamptz not null default now(),
  -- Null in a mirrored register, which is looked at when a new edition comes in.
  next_check_at      timestamptz,
  last_checked_at    timestamptz,
  -- What was read last, when, and in which way of reading.
  seen               jsonb not null,
  seen_at            timestamptz not null,
  seen_reading       integer not null,
  -- The checks without an answer since the last one with an answer.
  unanswered         integer not null default 0,
  unanswered_since   timestamptz,
  unanswered_reason  text,
  blind_since        timestamptz,
  -- The first complete search that did not find the record.
  absent_since       timestamptz,
  -- What answered checks have cost in a calendar month.
  spent_month        date,
  spent              integer not null default 0,
  -- The check that is under way or was asked for: its job, when it fell due, and who works on it until when.
  check_job          uuid,
  check_due          timestamptz,
  -- Asked for by the owner, beside the regular ones.
  check_asked        boolean not null default false,
  claim              uuid,
  claimed_until      timestamptz,
  constraint watches_one_an_entity unique (account_id, entity_id),
  constraint watches_paused_for_a_reason check ((status = 'paused') = (pause_reason is not null))
);
create index watches_due_idx on watches (sandbox, next_check_at) where status = 'active' and next_check_at is not null;
create index watches_begun_idx on watches (sandbox, check_due) where check_job is not null;
create index watches_entity_idx on watches (entity_id);
create index watches_paused_idx on watches (pause_reason) where status = 'paused';
create index watches_account_idx on watches (account_id, id);

-- A check is a job like any other, made for a watch.
alter table jobs add column watch_id uuid;

-- An event of a watch may have no job: nothing was asked. Its deliveries are about the watch, so they are made one after another.
alter table events alter column job_id drop not null;
alter table events add column watch_id uuid;
alter table deliveries add column watch_id uuid;
alter table jobs
  drop constraint jobs_wait_for_something,
  add constraint jobs_wait_for_something check (retrieval_id is not null or search_id is not null or watch_id is not null) not valid;
