-- What registers said: entities, a snapshot per retrieval, the answers to names, and who has
-- access.

create table entities (
  id                      uuid primary key,
  jurisdiction            text not null,
  sandbox                 boolean not null,
  -- The register's own identifier.
  record_id               text not null,
  record                  jsonb not null,
  url                     text not null,
  -- What the source covered, which for some registers depends on the credentials of the day. Null:
  -- what the catalogue says.
  coverage                text,
  retrieved_at            timestamptz not null,
  details                 jsonb,
  details_retrieved_at    timestamptz,
  -- From then on officers, agent and address are no longer stored, whatever the register sends.
  personal_data_erased_at timestamptz,
  snapshots               integer not null default 0,
  -- A snapshot may go once a later one exists: set as soon as there are two. Written once, so that
  -- most retrievals leave its index alone.
  oldest_snapshot_at      timestamptz,
  created_at              timestamptz not null default now(),
  constraint entities_record_key unique (jurisdiction, sandbox, record_id),
  constraint entities_details_dated check ((details is null) = (details_retrieved_at is null))
);
create index entities_oldest_snapshot_idx on entities (oldest_snapshot_at) where oldest_snapshot_at is not null;
-- Inserts need no notification: no process caches that an entity is missing.
create trigger entity_changed after update or delete on entities
  for each row execute function entity_changed();

-- Equal retrievals share what they said, so that a snapshot is a light row.
create table snapshot_contents (
  entity_id uuid not null constraint snapshot_contents_entity_fkey references entities (id),
  number    integer not null,
  -- A record, or the deep part of one.
  content   jsonb not null,
  constraint snapshot_contents_pkey primary key (entity_id, number)
);

create table snapshots (
  entity_id   uuid not null constraint snapshots_of_entity_fkey references entities (id),
  verified_at timestamptz not null,
  -- 1, 2, 3 … within the entity. Never reused, because the newest is never purged.
  number      integer not null,
  -- Numbers of contents of the same entity. Not foreign keys: those would need an index each, and
  -- contents only go with their snapshots.
  record      integer not null,
  -- Null unless the retrieval was deep.
  details     integer,
  coverage    text,
  constraint snapshots_number_pkey primary key (entity_id, number)
);

-- The newest answer to a name; no entity means a confirmed no-match.
create table answers (
  jurisdiction text not null,
  sandbox      boolean not null,
  name_key     text not null,
  entity_id    uuid constraint answers_entity_fkey references entities (id),
  match        jsonb,
  closest      jsonb,
  coverage     text,
  -- The time of the last search for the name. Which record a name means is as certain as that
  -- search, and only if it was read to the end.
  answered_at  timestamptz not null,
  complete     boolean not null default true,
  constraint answers_pkey primary key (jurisdiction, sandbox, name_key),
  constraint answers_match_or_none
    check ((entity_id is null) = (match is null) and (entity_id is null) = (closest is not null))
);
create index answers_entity_idx on answers (entity_id);
create index answers_answered_idx on answers (answered_at);
create trigger answer_changed after update or delete on answers
  for each row execute function kept_for_name_changed('answer_changed');

-- The newest ranking of a name in a register; an empty one means that nothing comes near.
create table rankings (
  jurisdiction text not null,
  sandbox      boolean not null,
  name_key     text not null,
  entity_ids   uuid[] not null,
  ranked_at    timestamptz not null,
  constraint rankings_pkey primary key (jurisdiction, sandbox, name_key)
);
create index rankings_ranked_idx on rankings (ranked_at);
create trigger ranking_changed after update or delete on rankings
  for each row execute function kept_for_name_changed('ranking_changed');

-- The deepest tier that an account has paid for on an entity.
create table access (
  account_id uuid not null constraint access_account_fkey references accounts (id),
  entity_id  uuid not null constraint access_entity_fkey references entities (id),
  tier       text not null,
  -- The day on which the account was last charged for the entity.
  asked_on   date not null default current_date,
  constraint access_pkey primary key (account_id, entity_id)
);
create index access_asked_idx on access (asked_on);
-- No process caches the day.
create trigger access_changed after update of tier on access
  for each row when (old.tier is distinct from new.tier) execute function access_changed();
create trigger access_gone after delete on access
  for each row execute function access_changed();

-- Pages of a history that an account was charged for: the same page within a minute is part of the
-- same charge. Kept for a day.
create table priced_reads (
  account_id uuid not null constraint priced_reads_account_fkey references accounts (id),
  page       text not null,
  charged_at timestamptz not null default now(),
  constraint priced_reads_pkey primary key (account_id, page)
);
create index priced_reads_charged_idx on priced_reads (charged_at);
