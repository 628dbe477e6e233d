-- Two questions may have come to the same name at once: the later answer counts. A clock that is
-- ahead must not keep later answers out.
create or replace function answers_upsert(rows json, left_out integer[]) returns void language plpgsql as $$
begin
  insert into answers (jurisdiction, sandbox, name_key, answered_at, complete, entity_id, match, closest, coverage)
    select distinct on (s.jurisdiction, s.sandbox, s.name_key)
        s.jurisdiction, s.sandbox, s.name_key, least(s.answered_at, now()), s.complete, s.entity_id, s.match, s.closest, s.coverage
      from json_to_recordset(rows) s (place integer, jurisdiction text, sandbox boolean, name_key text, answered_at timestamptz, complete boolean,
        entity_id uuid, match jsonb, closest jsonb, coverage text)
      where s.place <> all (left_out)
      order by s.jurisdiction, s.sandbox, s.name_key, s.answered_at desc, s.place desc
    on conflict (jurisdiction, sandbox, name_key) do update
      set answered_at = excluded.answered_at, complete = excluded.complete, entity_id = excluded.entity_id, match = excluded.match,
          closest = excluded.closest, coverage = excluded.coverage
      where answers.answered_at <= excluded.answered_at;
end $$;
