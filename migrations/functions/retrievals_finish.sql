-- Finishes retrievals, and ends the waits of batch rows for them. Jobs that need a newer reading go on
-- to a retrieval of their own. Reports what to queue: running batches that can go on, and the account
-- of the new retrieval.
drop function if exists retrievals_finish(json, integer[]);
create function retrievals_finish(rows json, left_out integer[]) returns json[] language plpgsql as $$
declare
  going_on json[];
begin
  update retrievals r set finished_at = now(), claimed_until = null, failure = f.failure, evidence_id = f.evidence_id
    from json_to_recordset(rows) f (place integer, retrieval_id uuid, failure jsonb, evidence_id uuid)
    where r.id = f.retrieval_id and f.place <> all (left_out);
  insert into retrievals (id, jurisdiction, entity_name, name_key, record_number, tier, kind, sandbox, account_id, traceparent)
    select f.next_id, r.jurisdiction, r.entity_name, r.name_key, r.record_number, r.tier, r.kind, r.sandbox, f.next_account, r.traceparent
      from json_to_recordset(rows) f (place integer, retrieval_id uuid, next_id uuid, next_account uuid)
        join retrievals r on r.id = f.retrieval_id
      where f.next_id is not null and f.place <> all (left_out);
  update jobs j set retrieval_id = f.next_id
    from json_to_recordset(rows) f (place integer, retrieval_id uuid, next_id uuid, next_jobs uuid[])
    where j.id = any (f.next_jobs) and j.retrieval_id = f.retrieval_id and f.place <> all (left_out);
  with ended as (
    update batch_waits w set ended_at = now() from json_to_recordset(rows) f (place integer, line integer, retrieval_id uuid)
      where w.retrieval_id = f.retrieval_id and f.place <> all (left_out) returning f.place, f.line, w.batch_id
  ), by_end as (
    select json_build_object('place', f.place, 'line', f.line, 'batches', coalesce(w.batches, '[]')) as report
      from json_to_recordset(rows) f (place integer, line integer, next_id uuid) left join (
          select e.place, e.line, json_agg(json_build_object('id', b.id, 'due_at', batch_due_at(b))) as batches
            from (select distinct place, line, batch_id from ended) e join batches b on b.id = e.batch_id and b.status = 'running'
            group by e.place, e.line) w on w.place = f.place and w.line = f.line
      where f.place <> all (left_out) and (f.next_id is not null or w.batches is not null)
  )
  select coalesce(array_agg(report), '{}') into going_on from by_end;
  return going_on;
end $$;
