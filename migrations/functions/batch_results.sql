-- Rows of a batch by their outcome, their text, what their evidence said, their answer and the
-- standing that it found, along the primary key.
drop function if exists batch_results(uuid, integer, text, text, integer);
drop function if exists batch_results(uuid, integer, text, text, integer, text);
create or replace function batch_results(of_batch uuid, after_line integer, wanted_outcome text, wanted_text text, most integer,
    wanted_evidence text default null, wanted_answer text default null, wanted_standing text default null)
  returns setof batch_rows
  language sql stable set enable_sort = off set enable_seqscan = off set enable_bitmapscan = off set jit = off as $$
  select * from batch_rows
    where batch_id = of_batch and line > after_line and (wanted_outcome is null or coalesce(outcome, 'not_asked') = wanted_outcome)
      and (wanted_text is null or contains_text(concat_ws(chr(10), entity_name, official_name, custom_id), wanted_text))
      and (wanted_evidence is null or wanted_evidence = case
        when findings @> '[{"agrees": false}]' then 'differs'
        when findings @> '[{"agrees": true}]' then 'agrees'
        when findings is not null then 'unknown' end)
      and (wanted_answer is null or row_answer(batch_rows) = wanted_answer)
      and (wanted_standing is null or row_standing(batch_rows) = wanted_standing)
    order by line limit most
$$;
