-- Finishes retrievals, and ends the waits of batch rows for them. Reports the running batches that
-- can go on, to be queued.
drop function if exists retrievals_finish(json, integer[]);
create function retrievals_finish(rows json, left_out integer[]) returns json[] language plpgsql as $$
declare
  going_on json[];
begin
  update retrievals r set finished_at = now(), claimed_until = null, failure = f.failure, evidence_id = f.evidence_id
    from json_to_recordset(rows) f (place integer, retrieval_id uuid, failure jsonb, evidence_id uuid)
    where r.id = f.retrieval_id and f.place <> all (left_out);
  with ended as (
    update batch_waits w set ended_at = now() from json_to_recordset(rows) f (place integer, line integer, retrieval_id uuid)
      where w.retrieval_id = f.retrieval_id and f.place <> all (left_out) returning f.place, f.line, w.batch_id
  ), by_end as (
    select json_build_object('place', e.place, 'line', e.line, 'batches', json_agg(json_build_object('id', b.id, 'due_at', batch_due_at(b)))) as report
      from (select distinct place, line, batch_id from ended) e join batches b on b.id = e.batch_id and b.status = 'running'
      group by e.place, e.line
  )
  select coalesce(array_agg(report), '{}') into going_on from by_end;
  return going_on;
end $$;
