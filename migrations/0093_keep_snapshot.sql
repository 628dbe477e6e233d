-- A retrieval keeps an entity and its snapshot in one statement: each statement less is a way to the database and back that a waiting caller is spared.

-- The number of what an entity's snapshots refer to; what equals an earlier one is not stored again. The entity's row is locked by the caller.
create function keep_snapshot_content(entity uuid, said jsonb) returns integer language plpgsql as $$
declare
  place integer;
begin
  select c.number into place from snapshot_contents c where c.entity_id = entity and c.content = said limit 1;
  if not found then
    insert into snapshot_contents (entity_id, number, content)
      select entity, coalesce(max(c.number), 0) + 1, said from snapshot_contents c where c.entity_id = entity
      returning number into place;
  end if;
  return place;
end $$;

create function keep_snapshot(entity uuid, verified_at timestamptz, coverage text, record jsonb, details jsonb) returns void language sql as $$
  insert into snapshots (entity_id, verified_at, number, record, details, coverage)
    select $1, $2, coalesce(max(s.number), 0) + 1, keep_snapshot_content($1, $4), case when $5 is not null then keep_snapshot_content($1, $5) end, $3
      from snapshots s where s.entity_id = $1;
$$;
