-- Locks jobs that end, go on to another retrieval or are refunded, by their ids.
drop function if exists lock_jobs(json, json);
create or replace function lock_jobs(finishes json, refunds json, retrievals json) returns void language plpgsql as $$
begin
  perform from jobs j
    where j.id in (
      select s.id from json_to_recordset(finishes) s (id uuid)
      union select r.job_id from json_to_recordset(refunds) r (job_id uuid)
      union select unnest(f.next_jobs) from json_to_recordset(retrievals) f (next_jobs uuid[]))
    order by j.id for no key update;
end $$;
