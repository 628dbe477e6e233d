-- Webhooks: the secrets that sign them, events, and their deliveries. An event is written with the
-- outcome that it reports; the queue only points at deliveries.

-- Sealed, so that a copy of the database alone does not reveal them.
create table webhook_secrets (
  account_id        uuid primary key constraint webhook_secrets_account_fkey references accounts (id),
  sealed            text not null,
  sealed_before     text,
  before_expires_at timestamptz,
  created_at        timestamptz not null default now(),
  constraint webhook_secrets_before_expires check ((sealed_before is null) = (before_expires_at is null))
);
create trigger webhook_secret_changed after update or delete on webhook_secrets
  for each row execute function webhook_secret_changed();

create table events (
  id         uuid primary key,
  account_id uuid not null constraint events_account_fkey references accounts (id),
  -- What the event is about. An event of a watch may have no job: nothing was asked.
  job_id     uuid constraint events_job_fkey references jobs (id),
  watch_id   uuid,
  batch_id   uuid,
  -- Whose data `body` has, which can be erased when its watch has long been deleted.
  entity_id  uuid,
  type       text not null,
  -- The very bytes that are signed and sent, however often.
  body       text not null,
  -- When it was written, not when its transaction began: a job's events are written in their order.
  created_at timestamptz not null default clock_timestamp(),
  -- The place in the account's feed, assigned when the feed is read: an event whose transaction
  -- commits late comes after what was read before.
  number     bigint,
  constraint events_one_of_a_kind unique (job_id, type),
  constraint events_number_key unique (account_id, number)
);
create index events_unnumbered_idx on events (account_id, created_at, id) where number is null;
create index events_created_idx on events (created_at);
-- Erasing an entity finds the events about it without reading every account's feed.
create index events_entity_idx on events (entity_id) where entity_id is not null;
create index events_entity_unknown_idx on events (id) where entity_id is null and type = 'entity.changed';
create trigger events_erased_stays_away before insert or update of body on events
  for each row when (new.body::json #>> '{data,tier}' = 'deep') execute function erased_stays_away();

create table deliveries (
  id            uuid primary key,
  -- The order in which deliveries were made; those of one subject are sent in this order.
  number        bigint generated always as identity,
  event_id      uuid not null constraint deliveries_event_fkey references events (id) on delete cascade,
  account_id    uuid not null constraint deliveries_account_fkey references accounts (id),
  -- The job, or the watch or batch when the event is about one: their deliveries go one by one.
  job_id        uuid not null,
  watch_id      uuid,
  batch_id      uuid,
  url           text not null,
  -- Host and port: what is slow or dead together.
  destination   text not null generated always as (substring(url from '^https?://([^/?#]+)')) stored,
  status        text not null default 'pending' constraint deliveries_status
    check (status in ('pending', 'delivered', 'failed')),
  -- Requested again by the account, so that open ones can be counted.
  again         boolean not null default false,
  attempts      jsonb not null default '[]',
  claims        integer not null default 0,
  claim         uuid,
  claimed_until timestamptz,
  due_at        timestamptz not null default now(),
  created_at    timestamptz not null default now(),
  finished_at   timestamptz,
  constraint deliveries_ended_or_pending check ((status = 'pending') = (finished_at is null))
);
create index deliveries_account_idx on deliveries (account_id, number);
create index deliveries_job_idx on deliveries (job_id, number);
create index deliveries_event_idx on deliveries (event_id);
create index deliveries_due_idx on deliveries (destination, due_at) where status = 'pending';
create index deliveries_waiting_idx on deliveries (created_at) where status = 'pending';
create index deliveries_open_again_idx on deliveries (account_id) where status = 'pending' and again;
