-- Rows of a batch are read and deleted along the primary key, some at a time, whatever Postgres knows about them. Of a file that was just read, or of the only
-- large one, statistics know nothing: a plan that expects few rows sorts, or collects, all that are left for each piece, and the time grows with their square.

create function batch_results(of_batch uuid, after_line integer, wanted_outcome text, wanted_text text, most integer) returns setof batch_rows
  language sql stable set enable_sort = off set enable_seqscan = off set enable_bitmapscan = off set jit = off as $$
  select * from batch_rows
    where batch_id = of_batch and line > after_line and (wanted_outcome is null or coalesce(outcome, 'not_asked') = wanted_outcome)
      and (wanted_text is null or strpos(lower(concat_ws(chr(10), entity_name, official_name, custom_id)), lower(wanted_text)) > 0)
    order by line limit most
$$;

-- Of all batches of an account, from a row on: for its export.
create function account_batch_rows(of_account uuid, after_batch uuid, after_line integer, most integer) returns setof batch_rows
  language plpgsql stable set enable_sort = off set enable_seqscan = off set enable_bitmapscan = off set jit = off as $$
declare
  batch uuid := after_batch;
  from_line integer := after_line;
  wanted integer := most;
  given integer;
begin
  if batch is null then
    batch := '00000000-0000-0000-0000-000000000000';
  else
    return query select * from batch_rows where batch_id = batch and line > from_line order by line limit wanted;
    get diagnostics given = row_count;
    wanted := wanted - given;
  end if;
  while wanted > 0 loop
    select b.id into batch from batches b where b.account_id = of_account and b.id > batch and b.status <> 'uploading' order by b.id limit 1;
    exit when not found;
    return query select * from batch_rows where batch_id = batch order by line limit wanted;
    get diagnostics given = row_count;
    wanted := wanted - given;
  end loop;
end $$;

-- As in 0570: deletes some rows of a dropped batch, and the retrievals that only they waited for; with the last of them goes the batch. Returns whether any
-- may be left.
create or replace function purge_batch_rows(dropped uuid) returns boolean language plpgsql
  set enable_sort = off set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
declare
  places tid[];
  lines integer[];
  waited uuid[];
begin
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
