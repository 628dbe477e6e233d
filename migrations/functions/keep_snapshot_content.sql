-- The number of what an entity's snapshots refer to; what equals an earlier one is not stored
-- again. The caller locks the entity's row.
create or replace function keep_snapshot_content(entity uuid, said jsonb) returns integer language plpgsql as $$
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
