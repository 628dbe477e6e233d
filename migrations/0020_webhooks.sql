-- Events of jobs that were given a webhook_url, and their deliveries. Written with the outcome they tell of; the queue only points at them.

alter table jobs add column webhook_url text;

create table events (
  id         uuid primary key,
  account_id uuid not null constraint events_account_fkey references accounts (id),
  job_id     uuid not null constraint events_job_fkey references jobs (id),
  type       text not null,
  -- The very bytes that are signed and sent, however often.
  body       text not null,
  -- When it was written, not when its transaction began: a job's events are written in their order.
  created_at timestamptz not null default clock_timestamp(),
  -- The place in the account's feed, given when the feed is read: an event whose transaction commits late comes after what was read before.
  number     bigint,
  constraint events_one_of_a_kind unique (job_id, type),
  constraint events_number_key unique (account_id, number)
);
create index events_unnumbered_idx on events (account_id, created_at, id) where number is null;
create index events_created_idx on events (created_at);

create table deliveries (
  id            uuid primary key,
  -- The order in which deliveries were made; those of a job are worked on in this order.
  number        bigint generated always as identity,
  event_id      uuid not null constraint deliveries_event_fkey references events (id) on delete cascade,
  account_id    uuid not null constraint deliveries_account_fkey references accounts (id),
  job_id        uuid not null,
  url           text not null,
  -- Host and port: what is slow or dead together.
  destination   text not null generated always as (substring(url from '^https?://([^/?#]+)')) stored,
  status        text not null default 'pending' constraint deliveries_status check (status in ('pending', 'delivered', 'failed')),
  attempts      jsonb not null default '[]',
  claims        integer not null default 0,
  claim         uuid,
  claimed_until timestamptz,
  due_at        timestamptz not null default now(),
  created_at    timestamptz not null default now(),
  finished_at   timestamptz,
  constraint deliveries_ended_or_pending check ((status = 'pending') = (finished_at is null))
);
create index deliveries_due_idx on deliveries (destination, due_at) where status = 'pending';
create index deliveries_waiting_idx on deliveries (created_at) where status = 'pending';
create index deliveries_job_idx on deliveries (job_id, number);
create index deliveries_event_idx on deliveries (event_id);
create index deliveries_account_idx on deliveries (account_id, number);
