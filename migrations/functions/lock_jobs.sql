-- Locks jobs that end or are refunded, by their ids.
create or replace function lock_jobs(settled json, refunds json) returns void language plpgsql as $$
begin
  perform from jobs j
    where j.id in (
      select s.id from json_to_recordset(settled) s (id uuid)
      union select r.job_id from json_to_recordset(refunds) r (job_id uuid))
    order by j.id for no key update;
end $$;
