-- Tells every process that caches who holds a key when that has changed.
create or replace function key_holder_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('key_holder_changed', to_jsonb(new) ->> tg_argv[0]);
  return null;
end $$;
