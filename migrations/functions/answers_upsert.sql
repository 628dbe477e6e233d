-- Two questions may have come to the same name at once: the later answer counts. A clock that is
-- ahead must not keep later answers out.
create or replace function answers_upsert(rows json, left_out integer[]) returns void language plpgsql as $$
begin
  insert into answers (jurisdiction, sandbox, name_key, answered_at, complete, entity_id, match, rivals, closest, coverage,
      evidence_id)
    select distinct on (s.jurisdiction, s.sandbox, s.name_key)
        s.jurisdiction, s.sandbox, s.name_key, least(s.answered_at, now()), s.complete, s.entity_id, s.match, s.rivals, s.closest, s.coverage,
        s.evidence_id
      from json_to_recordset(rows) s (place integer, jurisdiction text, sandbox boolean, name_key text, answered_at timestamptz, complete boolean,
        entity_id uuid, match jsonb, rivals uuid[], closest jsonb, coverage text, evidence_id uuid)
      where s.place <> all (left_out)
      order by s.jurisdiction, s.sandbox, s.name_key, s.answered_at desc, s.place desc
    on conflict (jurisdiction, sandbox, name_key) do update
      set answered_at = excluded.answered_at, complete = excluded.complete, entity_id = excluded.entity_id, match = excluded.match,
          rivals = excluded.rivals, closest = excluded.closest, coverage = excluded.coverage,
          evidence_id = excluded.evidence_id
      where answers.answered_at <= excluded.answered_at;
end $$;
