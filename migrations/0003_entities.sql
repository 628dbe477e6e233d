-- What registers said: entities, a snapshot per retrieval, the answers that names led to, and who asked for what.

create table entities (
  id                   uuid primary key,
  jurisdiction         text not null,
  -- The register's own identifier.
  record_id            text not null,
  name_key             text not null,
  record               jsonb not null,
  url                  text not null,
  sandbox              boolean not null,
  retrieved_at         timestamptz not null,
  details              jsonb,
  details_retrieved_at timestamptz,
  snapshots            integer not null default 0,
  created_at           timestamptz not null default now(),
  constraint entities_record_key unique (jurisdiction, sandbox, record_id),
  constraint entities_details_dated check ((details is null) = (details_retrieved_at is null))
);
create index entities_name_idx on entities (jurisdiction, sandbox, name_key);

create table snapshots (
  id          uuid primary key,
  entity_id   uuid not null constraint snapshots_entity_fkey references entities (id),
  number      integer not null,
  tier        text not null,
  verified_at timestamptz not null,
  record      jsonb not null,
  details     jsonb,
  constraint snapshots_number_key unique (entity_id, number)
);

-- The newest answer to a name; no entity means a confirmed no-match.
create table answers (
  jurisdiction text not null,
  sandbox      boolean not null,
  name_key     text not null,
  entity_id    uuid constraint answers_entity_fkey references entities (id),
  match        jsonb,
  closest      jsonb,
  answered_at  timestamptz not null,
  constraint answers_pkey primary key (jurisdiction, sandbox, name_key),
  constraint answers_match_or_none check ((entity_id is null) = (match is null) and (entity_id is null) = (closest is not null))
);
create index answers_entity_idx on answers (entity_id);

-- The deepest tier an account has paid for on an entity, and how it last found it.
create table entity_askers (
  account_id uuid not null constraint entity_askers_account_fkey references accounts (id),
  entity_id  uuid not null constraint entity_askers_entity_fkey references entities (id),
  tier       text not null,
  match      jsonb not null,
  constraint entity_askers_pkey primary key (account_id, entity_id)
);
