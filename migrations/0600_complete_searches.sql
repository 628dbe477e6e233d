-- Which record a name means is as certain as the last search for that name, and only if it was read to the end. `answered_at` is the time of that search.
alter table answers add column complete boolean not null default true;

-- Nobody looks for entities by their name any more: only the answer of a search tells which one is meant. The column stays for processes of the version
-- before, to which every entity now looks as if it had been read by its number; it goes with the next version.
alter table entities alter column found_by_name set default false;

-- As in 0100, with `complete`, which processes of the version before do not send.
create or replace function apply_answers(said json, left_out integer[]) returns void language plpgsql as $$
begin
  insert into answers (jurisdiction, sandbox, name_key, answered_at, complete, entity_id, match, closest, coverage)
    select distinct on (s.jurisdiction, s.sandbox, s.name_key)
        s.jurisdiction, s.sandbox, s.name_key, least(s.answered_at, now()), coalesce(s.complete, true), s.entity_id, s.match, s.closest, s.coverage
      from json_to_recordset(said) s (place integer, jurisdiction text, sandbox boolean, name_key text, answered_at timestamptz, complete boolean,
        entity_id uuid, match jsonb, closest jsonb, coverage text)
      where s.place <> all (left_out)
      order by s.jurisdiction, s.sandbox, s.name_key, s.answered_at desc, s.place desc
    on conflict (jurisdiction, sandbox, name_key) do update
      set answered_at = excluded.answered_at, complete = excluded.complete, entity_id = excluded.entity_id, match = excluded.match,
          closest = excluded.closest, coverage = excluded.coverage
      where answers.answered_at <= excluded.answered_at;
end $$;
