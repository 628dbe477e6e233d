-- Tells every process that remembers how an account came to an entity when that is no longer so (see 0092).

create function asker_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('asker_changed', old.account_id::text || ' ' || old.entity_id::text);
  return null;
end $$;
create trigger asker_changed after update or delete on entity_askers
  for each row execute function asker_changed();
