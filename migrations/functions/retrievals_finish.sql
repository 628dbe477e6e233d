-- Finishes retrievals.
create or replace function retrievals_finish(rows json, left_out integer[]) returns void language plpgsql as $$
begin
  update retrievals r set finished_at = now(), claimed_until = null, failure = f.failure
    from json_to_recordset(rows) f (place integer, retrieval_id uuid, failure jsonb)
    where r.id = f.retrieval_id and f.place <> all (left_out);
end $$;
