-- Called by the version before alone, to decide whether a batch can be claimed. To be dropped.
create or replace function batch_has_answers(of_batch uuid) returns boolean
  language sql stable set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
  select exists (
    select from batch_waits w left join retrievals t on t.id = w.retrieval_id
      where w.batch_id = of_batch and (t.id is null or t.finished_at is not null))
$$;
