-- Ends jobs. Returns those that had ended before: nothing else is written about their end here.
create or replace function jobs_finish(rows json, left_out integer[]) returns uuid[] language plpgsql as $$
declare
  ended_now uuid[];
begin
  with ended as (
    update jobs j set status = s.status, result = s.result, evidence_id = s.evidence_id, completed_at = now()
      from json_to_recordset(rows) s (place integer, id uuid, status text, result json, evidence_id uuid)
      where j.id = s.id and j.status in ('pending', 'processing') and s.place <> all (left_out) returning j.id
  )
  select coalesce(array_agg(id), '{}') into ended_now from ended;
  perform pg_notify('job_ended', id::text) from unnest(ended_now) id;
  return array(
    select s.id from json_to_recordset(rows) s (place integer, id uuid) where s.place <> all (left_out) and s.id <> all (ended_now));
end $$;
