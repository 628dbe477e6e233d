-- Finishes retrievals.
create or replace function apply_endings(endings json, left_out integer[]) returns void language plpgsql as $$
begin
  update retrievals r set finished_at = now(), claimed_until = null, failure = e.failure
    from json_to_recordset(endings) e (place integer, retrieval_id uuid, failure jsonb)
    where r.id = e.retrieval_id and e.place <> all (left_out);
end $$;
