-- Equal retrievals share what they said, so that a snapshot is a light row; and personal fields can be erased for good.

create table snapshot_contents (
  id        bigint generated always as identity primary key,
  entity_id uuid not null constraint snapshot_contents_entity_fkey references entities (id),
  digest    bytea not null,
  -- A record, or the deep part of one.
  content   jsonb not null,
  constraint snapshot_contents_digest_key unique (entity_id, digest)
);
insert into snapshot_contents (entity_id, digest, content)
  select entity_id, sha256(convert_to(record::text, 'UTF8')), record from snapshots
  union
  select entity_id, sha256(convert_to(details::text, 'UTF8')), details from snapshots where details is not null;

alter table snapshots rename to heavy_snapshots;
create table snapshots (
  id          uuid not null,
  entity_id   uuid not null constraint snapshots_of_entity_fkey references entities (id),
  verified_at timestamptz not null,
  -- Contents of the same entity. Not foreign keys: those would want an index each, and contents only go together with their snapshots.
  record_id   bigint not null,
  -- There when the retrieval was deep.
  details_id  bigint,
  number      integer not null,
  constraint snapshots_number_pkey primary key (entity_id, number)
);
insert into snapshots (id, entity_id, verified_at, record_id, details_id, number)
  select s.id, s.entity_id, s.verified_at, r.id, d.id, s.number
    from heavy_snapshots s
    join snapshot_contents r on r.entity_id = s.entity_id and r.digest = sha256(convert_to(s.record::text, 'UTF8'))
    left join snapshot_contents d on d.entity_id = s.entity_id and d.digest = sha256(convert_to(s.details::text, 'UTF8'))
   order by s.verified_at;
drop table heavy_snapshots;
-- Rows come in the order of time, so the purge of old ones needs no more than this.
create index snapshots_verified_idx on snapshots using brin (verified_at);

-- From then on the officers, the agent and the address are not kept any more, whatever the register sends.
alter table entities add column personal_data_erased_at timestamptz;
