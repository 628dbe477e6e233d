-- Tells every process that remembers an entity, an answer or a ranking when it is no longer that, whoever changes it. New ones need no word: nobody
-- remembers that something is missing.

create function entity_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('entity_changed', old.id::text);
  return null;
end $$;
create trigger entity_changed after update or delete on entities
  for each row execute function entity_changed();

create function kept_for_name_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify(tg_argv[0], concat_ws(' ', old.jurisdiction, old.sandbox, old.name_key));
  return null;
end $$;
create trigger answer_changed after update or delete on answers
  for each row execute function kept_for_name_changed('answer_changed');
create trigger ranking_changed after update or delete on rankings
  for each row execute function kept_for_name_changed('ranking_changed');
