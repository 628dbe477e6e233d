-- Events of jobs that have a webhook_url, with their deliveries, except for jobs that had ended
-- before. Reports the deliveries.
create or replace function events_insert(rows json, ended_before uuid[], left_out integer[]) returns json[] language plpgsql as $$
begin
  insert into events (id, account_id, job_id, type, body)
    select e.id, j.account_id, e.job_id, e.type, e.body
      from json_to_recordset(rows) e (place integer, line integer, id uuid, job_id uuid, type text, body text) join jobs j on j.id = e.job_id
      where j.webhook_url is not null and e.place <> all (left_out) and e.job_id <> all (ended_before)
      order by e.place, e.line
    on conflict (job_id, type) do nothing;
  insert into deliveries (id, event_id, account_id, job_id, url)
    select e.delivery_id, added.id, added.account_id, added.job_id, j.webhook_url
      from json_to_recordset(rows) e (place integer, line integer, id uuid, delivery_id uuid)
        join events added on added.id = e.id join jobs j on j.id = added.job_id
      order by e.place, e.line;
  return array(
    select json_build_object('place', e.place, 'line', e.line, 'destination', d.destination, 'account_id', d.account_id)
      from json_to_recordset(rows) e (place integer, line integer, delivery_id uuid) join deliveries d on d.id = e.delivery_id);
end $$;
