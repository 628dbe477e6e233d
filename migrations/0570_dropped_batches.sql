-- A batch that is dropped goes some rows at a time. From `dropped_at` on it is `uploading`, which nobody sees, and never becomes anything else.
alter table batches add column dropped_at timestamptz;

-- Deletes some rows of a dropped batch, and the retrievals that only they waited for; with the last of them goes the batch. Returns whether any may be left.
create function purge_batch_rows(dropped uuid) returns boolean language sql as $$
  with lines as materialized (
    select r.line from batch_rows r where r.batch_id = dropped order by r.line limit 1000
  ), waits as (
    select w.retrieval_id from batch_waits w where w.batch_id = dropped and w.line in (select line from lines)
  ), unused as (
    delete from retrievals r where r.id in (select retrieval_id from waits) and r.finished_at is not null
       and not exists (select from jobs where retrieval_id = r.id)
       and not exists (select from batch_waits w where w.retrieval_id = r.id
                         and not (w.batch_id = dropped and w.line in (select line from lines)))
  ), rows_gone as (
    delete from batch_rows r where r.batch_id = dropped and r.line in (select line from lines)
  ), gone as (
    delete from batches b where b.id = dropped and b.dropped_at is not null and (select count(*) from lines) < 1000
  )
  select count(*) = 1000 from lines
$$;
