-- Watches of entities, their checks, and the clock of a sandbox.

-- The clock of a sandbox stands still between advances. One row, for the installation; an
-- installation with real registers never reads it.
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

-- When the clock showed which time, so that what was read at a real moment has a time in the
-- sandbox.
create table sandbox_clock_moves (
  moved_at     timestamptz primary key default clock_timestamp(),
  sandbox_time timestamptz not null
);

create table watches (
  id                    uuid primary key,
  account_id            uuid not null constraint watches_account_fkey references accounts (id),
  -- Who made it: its checks count to the budgets of that key or grant, and end with the grant.
  key_id                uuid,
  grant_id              text,
  entity_id             uuid not null constraint watches_entity_fkey references entities (id),
  jurisdiction          text not null,
  -- By the clock of the sandbox, or by that of the database.
  sandbox               boolean not null,
  every                 text not null constraint watches_every check (every in ('1d', '7d', '30d')),
  tier                  text not null constraint watches_tier check (tier in ('quick', 'deep')),
  -- Which changes its owner wants to hear of; null: all.
  codes                 text[],
  webhook_url           text,
  max_credits_per_month integer constraint watches_cap check (max_credits_per_month > 0),
  status                text not null default 'active'
    constraint watches_status check (status in ('active', 'paused')),
  pause_reason          text constraint watches_pause_reason
    check (pause_reason in ('credits', 'budget', 'erased', 'jurisdiction_unavailable')),
  -- By the clock that the watch lives by.
  paused_at             timestamptz,
  created_at            timestamptz not null default now(),
  -- Null in a mirrored register, whose watches are checked when a new edition comes in.
  next_check_at         timestamptz,
  last_checked_at       timestamptz,
  -- What was read last, when, and by which version of the parser.
  seen                  jsonb not null,
  seen_at               timestamptz not null,
  seen_reading          integer not null,
  -- The fingerprint of the edition that a watch in a mirrored register was last compared with, and
  -- the digest of what it said of the record; a null digest means that the record has to be read.
  edition               text,
  record_digest         bytea,
  -- The checks without an answer since the last one with an answer.
  unanswered            integer not null default 0,
  unanswered_since      timestamptz,
  unanswered_reason     text,
  blind_since           timestamptz,
  -- The first complete search that did not find the record.
  absent_since          timestamptz,
  -- What answered checks have cost in a calendar month.
  spent_month           date,
  spent                 integer not null default 0,
  -- The check that is under way or was requested: its job, when it fell due, who works on it until
  -- when.
  check_job             uuid,
  check_due             timestamptz,
  -- Requested by the owner, beside the regular ones.
  check_asked           boolean not null default false,
  -- Unexpected errors since the last end of a check: a check that fails three times ends as failed.
  check_errors          integer not null default 0,
  claim                 uuid,
  claimed_until         timestamptz,
  constraint watches_one_an_entity unique (account_id, entity_id),
  constraint watches_paused_for_a_reason check ((status = 'paused') = (pause_reason is not null))
);
create index watches_account_idx on watches (account_id, id);
create index watches_entity_idx on watches (entity_id);
create index watches_due_idx on watches (sandbox, next_check_at)
  where status = 'active' and next_check_at is not null;
create index watches_begun_idx on watches (sandbox, check_due) where check_job is not null;
create index watches_mirrored_idx on watches (jurisdiction, edition)
  where edition is not null and status = 'active';
-- Few watches are blind: the metrics count them without reading the others.
create index watches_blind_idx on watches (jurisdiction) where blind_since is not null;
-- Paused watches are found by account, by a jurisdiction that is back, and by how long they paused.
create index watches_paused_idx on watches (pause_reason) where status = 'paused';
create index watches_paused_account_idx on watches (account_id, sandbox) where status = 'paused';
create index watches_paused_jurisdiction_idx on watches (jurisdiction, sandbox)
  where pause_reason = 'jurisdiction_unavailable';
create index watches_paused_at_idx on watches (sandbox, paused_at) where pause_reason in ('credits', 'budget');
create trigger watch_pauses before update of status on watches
  for each row when (old.status <> new.status) execute function watch_pauses();
create trigger pause_wakes_watch after update of status, max_credits_per_month, tier, key_id, grant_id on watches
  for each row when (new.status = 'paused' and new.pause_reason <> 'erased') execute function pause_wakes_watch();

-- Accounts whose paused watches may be able to resume. Rows are only added and taken: a payment
-- waits for no worker.
create table watch_wakes (
  id         bigint generated always as identity primary key,
  account_id uuid not null,
  sandbox    boolean not null
);

-- The day of the budgets and the month of the caps at which all accounts with paused watches were
-- last looked at.
create table watch_looks (
  sandbox boolean primary key,
  day     date not null,
  month   date not null
);
