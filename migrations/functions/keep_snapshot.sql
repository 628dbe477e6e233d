-- Keeps what is known of an entity after a retrieval, and the evidence that it rests on, with what
-- the retrieval alone read. Of an entity whose personal data were erased, the digests of the
-- evidence stay, and its bodies do not.
drop function if exists keep_snapshot(uuid, timestamptz, text, jsonb, jsonb);
drop function if exists keep_snapshot(uuid, timestamptz, text, jsonb, jsonb, uuid, json, boolean);
create or replace function keep_snapshot(entity uuid, verified_at timestamptz, coverage text, record jsonb, details jsonb,
    evidence uuid default null, fields json default null, erased boolean default false, reading jsonb default null) returns void language plpgsql as $$
declare
  place integer;
begin
  insert into snapshots (entity_id, verified_at, number, record, details, coverage)
    select $1, $2, coalesce(max(s.number), 0) + 1, keep_snapshot_content($1, $4), case when $5 is not null then keep_snapshot_content($1, $5) end, $3
      from snapshots s where s.entity_id = $1
    returning number into place;
  if evidence is null then return; end if;
  insert into snapshot_evidence (entity_id, number, evidence_id, fields, reading)
    values (entity, place, evidence, fields, case when reading <> record then keep_snapshot_content(entity, reading) end);
  if erased then perform evidence_forget(array[evidence]); end if;
end $$;
