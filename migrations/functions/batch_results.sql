-- Rows of a batch by their outcome and text, along the primary key.
create or replace function batch_results(of_batch uuid, after_line integer, wanted_outcome text, wanted_text text, most integer) returns setof batch_rows
  language sql stable set enable_sort = off set enable_seqscan = off set enable_bitmapscan = off set jit = off as $$
  select * from batch_rows
    where batch_id = of_batch and line > after_line and (wanted_outcome is null or coalesce(outcome, 'not_asked') = wanted_outcome)
      and (wanted_text is null or strpos(lower(concat_ws(chr(10), entity_name, official_name, custom_id)), lower(wanted_text)) > 0)
    order by line limit most
$$;
