-- The next rows of a batch that have not been taken up, in the file's order, without those that
-- repeat an earlier one. Read along the primary key: statistics know nothing of a file that was
-- just read, and a plan that expects few rows of it would read and sort all of them in each round.
drop function if exists next_batch_rows(uuid, integer, integer);
create function next_batch_rows(of_batch uuid, from_line integer, most integer)
  returns table (line integer, entity_name text, jurisdiction text, tier text, name_key text, record_number text, price smallint, evidence jsonb,
    custom_id text)
  language sql stable set enable_sort = off set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
  select r.line, r.entity_name, r.jurisdiction, r.tier, r.name_key, r.record_number, r.price, r.evidence, r.custom_id from batch_rows r
    where r.batch_id = of_batch and r.line >= from_line and r.outcome is null and r.same_as is null
      and not exists (select from batch_waits w where w.batch_id = of_batch and w.line = r.line)
    order by r.line limit most
$$;
