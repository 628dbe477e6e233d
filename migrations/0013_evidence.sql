-- What registers sent, byte by byte, and where in it each field of an answer was read.

create table evidence (
  id             uuid primary key,
  jurisdiction   text not null,
  sandbox        boolean not null,
  -- See Registry.parserVersion.
  parser_version integer not null,
  -- The digest of the file that a mirrored register was asked in.
  edition        text,
  -- What was asked. json, not jsonb: it leaves as it was written.
  question       json not null,
  retrieved_at   timestamptz not null,
  created_at     timestamptz not null default now()
);
create index evidence_retrieved_idx on evidence (retrieved_at);

-- Equal bodies are stored once.
create table evidence_bodies (
  -- SHA-256 of the body as it came.
  digest       bytea primary key,
  jurisdiction text not null,
  bytes        integer not null,
  -- Deflated (RFC 1951). Null: too large to be kept, or erased.
  body         bytea,
  -- Since it named a person whose data were erased; it is not stored again.
  erased_at    timestamptz
);
alter table evidence_bodies alter column body set storage external;

create table evidence_exchanges (
  evidence_id     uuid not null constraint evidence_exchanges_evidence_fkey references evidence (id) on delete cascade,
  -- From 0, in the order in which they were asked.
  place           integer not null,
  tier            text not null,
  method          text not null,
  url             text not null,
  sent_type       text,
  sent            text,
  status          integer not null,
  headers         json not null,
  retrieved_at    timestamptz not null,
  -- When the body came, where the register said that it had not changed since.
  unchanged_since timestamptz,
  digest          bytea not null constraint evidence_exchanges_body_fkey references evidence_bodies (digest),
  constraint evidence_exchanges_pkey primary key (evidence_id, place)
);
create index evidence_exchanges_digest_idx on evidence_exchanges (digest);

-- Which evidence a snapshot of an entity rests on.
create table snapshot_evidence (
  entity_id   uuid not null,
  number      integer not null,
  evidence_id uuid not null constraint snapshot_evidence_evidence_fkey references evidence (id) on delete cascade,
  -- Where each field stands, for each tier that was read.
  fields      json not null,
  constraint snapshot_evidence_pkey primary key (entity_id, number),
  constraint snapshot_evidence_snapshot_fkey foreign key (entity_id, number) references snapshots (entity_id, number) on delete cascade
);
create index snapshot_evidence_evidence_idx on snapshot_evidence (evidence_id);

-- Its index and its validation: see 0017.
alter table retrievals add column evidence_id uuid;
alter table retrievals add constraint retrievals_evidence_fkey
  foreign key (evidence_id) references evidence (id) on delete set null not valid;
