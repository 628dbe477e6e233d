-- Finishes retrievals. Reports the running batches that have rows which waited for one, to be
-- queued.
drop function if exists retrievals_finish(json, integer[]);
create function retrievals_finish(rows json, left_out integer[]) returns json[] language plpgsql as $$
begin
  update retrievals r set finished_at = now(), claimed_until = null, failure = f.failure, evidence_id = f.evidence_id
    from json_to_recordset(rows) f (place integer, retrieval_id uuid, failure jsonb, evidence_id uuid)
    where r.id = f.retrieval_id and f.place <> all (left_out);
  return array(
    select json_build_object('place', f.place, 'line', f.line, 'batches', json_agg(json_build_object('id', b.id, 'due_at', batch_due_at(b))))
      from json_to_recordset(rows) f (place integer, line integer, retrieval_id uuid)
        join lateral (select distinct batch_id from batch_waits where retrieval_id = f.retrieval_id) w on true
        join batches b on b.id = w.batch_id and b.status = 'running'
      where f.place <> all (left_out) group by f.place, f.line);
end $$;
