-- Locks jobs that end or are refunded, by their ids.
create or replace function lock_jobs(finishes json, refunds json) returns void language plpgsql as $$
begin
  perform from jobs j
    where j.id in (
      select s.id from json_to_recordset(finishes) s (id uuid)
      union select r.job_id from json_to_recordset(refunds) r (job_id uuid))
    order by j.id for no key update;
end $$;
