-- Tells every process that caches an entity when it has changed.
create or replace function entity_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('entity_changed', old.id::text);
  return null;
end $$;
