-- Equal retrievals share what they said, so that a snapshot is a light row; and personal fields can be erased for good.

create table snapshot_contents (
  entity_id uuid not null constraint snapshot_contents_entity_fkey references entities (id),
  number    integer not null,
  -- A record, or the deep part of one.
  content   jsonb not null,
  constraint snapshot_contents_pkey primary key (entity_id, number)
);
insert into snapshot_contents (entity_id, number, content)
  select entity_id, row_number() over (partition by entity_id), content from (
    select entity_id, record as content from snapshots
    union
    select entity_id, details from snapshots where details is not null
  ) said;

alter table snapshots rename to heavy_snapshots;
create table snapshots (
  entity_id   uuid not null constraint snapshots_of_entity_fkey references entities (id),
  verified_at timestamptz not null,
  -- 1, 2, 3 … within the entity. Never given twice, because the newest is never purged.
  number      integer not null,
  -- The numbers of contents of the same entity. Not foreign keys: those would want an index each, and contents only go with their snapshots.
  record      integer not null,
  -- There when the retrieval was deep.
  details     integer,
  constraint snapshots_number_pkey primary key (entity_id, number)
);
insert into snapshots (entity_id, verified_at, number, record, details)
  select s.entity_id, s.verified_at, s.number, r.number, d.number
    from heavy_snapshots s
    join snapshot_contents r on r.entity_id = s.entity_id and r.content = s.record
    left join snapshot_contents d on d.entity_id = s.entity_id and d.content = s.details
   order by s.verified_at;
drop table heavy_snapshots;

-- From then on the officers, the agent and the address are not kept any more, whatever the register sends.
alter table entities add column personal_data_erased_at timestamptz;
