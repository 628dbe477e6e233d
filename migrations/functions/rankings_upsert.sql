-- The later ranking of a name counts.
create or replace function rankings_upsert(rows json, left_out integer[]) returns void language plpgsql as $$
begin
  insert into rankings (jurisdiction, sandbox, name_key, entity_ids, ranked_at)
    select distinct on (s.jurisdiction, s.sandbox, s.name_key) s.jurisdiction, s.sandbox, s.name_key, s.entity_ids, least(s.ranked_at, now())
      from json_to_recordset(rows) s (place integer, jurisdiction text, sandbox boolean, name_key text, entity_ids uuid[], ranked_at timestamptz)
      where s.place <> all (left_out)
      order by s.jurisdiction, s.sandbox, s.name_key, s.ranked_at desc, s.place desc
    on conflict (jurisdiction, sandbox, name_key) do update set entity_ids = excluded.entity_ids, ranked_at = excluded.ranked_at
      where rankings.ranked_at <= excluded.ranked_at;
end $$;
