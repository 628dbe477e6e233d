-- Tells every process that caches what is kept for a name when it has changed.
create or replace function kept_for_name_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify(tg_argv[0], concat_ws(' ', old.jurisdiction, old.sandbox, old.name_key));
  return null;
end $$;
