-- Deletes some rows of a dropped batch along the primary key, and the retrievals that only they
-- waited for; with the last of them goes the batch. Returns whether any may be left. The batch is
-- locked before its rows, so that of two deletions one waits for the other and neither fails.
create or replace function purge_batch_rows(dropped uuid) returns boolean language plpgsql
  set enable_sort = off set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
declare
  places tid[];
  lines integer[];
  waited uuid[];
begin
  perform from batches where id = dropped for update;
  select coalesce(array_agg(r.ctid), '{}'), array_agg(r.line) into places, lines
    from (select ctid, line from batch_rows where batch_id = dropped order by line limit 1000) r;
  waited := array(select w.retrieval_id from unnest(lines) l (line) join batch_waits w on w.batch_id = dropped and w.line = l.line);
  -- What they waited for goes with them.
  delete from batch_rows where ctid = any (places);
  delete from retrievals r where r.id = any (waited) and r.finished_at is not null
     and not exists (select from jobs where retrieval_id = r.id) and not exists (select from batch_waits w where w.retrieval_id = r.id);
  if cardinality(places) < 1000 then delete from batches where id = dropped and dropped_at is not null; end if;
  return cardinality(places) = 1000;
end $$;
