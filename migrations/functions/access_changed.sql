-- Tells every process that caches how far an account may see an entity when that has changed.
create or replace function access_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('access_changed', old.account_id::text || ' ' || old.entity_id::text);
  return null;
end $$;
