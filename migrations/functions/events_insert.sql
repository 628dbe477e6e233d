-- Writes events, and the delivery of each that has an endpoint: that of its job, watch or batch, or
-- the one that is tested. Of a job without an endpoint, or that had ended before, nothing is written;
-- of an erased entity nothing but that its watch pauses. A decision about a record is always written,
-- and goes where its job or batch goes. Events are numbered in the feed by when they
-- were written, so those of one statement are a microsecond apart. Reports the deliveries that can be
-- queued now, by place and line: of one watch or batch only the first, the others wait for it.
create or replace function events_insert(rows json, ended_before uuid[], left_out integer[]) returns json[] language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
begin
  insert into events (id, account_id, job_id, watch_id, entity_id, batch_id, record_id, type, body, created_at)
    select e.id, coalesce(j.account_id, w.account_id, b.account_id, e.account), e.job_id, e.watch_id, e.entity_id, e.batch_id, e.record_id, e.type, e.body,
        clock_timestamp() + row_number() over (order by e.place, e.line) * interval '1 microsecond'
      from json_to_recordset(rows) e (place integer, line integer, id uuid, job_id uuid, watch_id uuid, entity_id uuid, batch_id uuid,
          record_id uuid, account uuid, type text, body text)
        left join jobs j on j.id = e.job_id left join watches w on w.id = e.watch_id left join batches b on b.id = e.batch_id
      where e.place <> all (left_out)
        and (e.job_id is null or (j.webhook_url is not null and e.job_id <> all (ended_before)))
        and (e.watch_id is null or (w.id is not null and (w.pause_reason is distinct from 'erased' or e.type = 'watch.paused')))
      order by e.place, e.line
    on conflict (job_id, type) do nothing;
  insert into deliveries (id, event_id, account_id, job_id, watch_id, batch_id, url, again)
    select e.delivery_id, added.id, added.account_id, coalesce(j.id, added.watch_id, added.batch_id, added.id), added.watch_id,
        added.batch_id, coalesce(j.webhook_url, w.webhook_url, b.webhook_url, e.tested_url), e.tested_url is not null
      from json_to_recordset(rows) e (place integer, line integer, id uuid, delivery_id uuid, tested_url text)
        join events added on added.id = e.id
        left join jobs j on j.id = coalesce(added.job_id, added.record_id) left join watches w on w.id = added.watch_id left join batches b on b.id = added.batch_id
      where coalesce(j.webhook_url, w.webhook_url, b.webhook_url, e.tested_url) is not null
      order by e.place, e.line;
  return array(
    select json_build_object('place', s.place, 'line', s.line, 'delivery_id', s.id, 'destination', s.destination, 'account_id', s.account_id)
      from (
        select e.place, e.line, d.id, d.destination, d.account_id, row_number() over (partition by d.job_id order by d.number) as of_subject
          from json_to_recordset(rows) e (place integer, line integer, delivery_id uuid) join deliveries d on d.id = e.delivery_id) s
      where s.of_subject = 1);
end $$;
