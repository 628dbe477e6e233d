-- What the record of a job says beside its columns: see `records.answer`. `data` is the business
-- that it found, of a share of a search the best hit.
create or replace function answer_of_job(result json, data json) returns json language sql immutable as $$
  select case
    when data is not null then nullif(json_strip_nulls(json_build_object(
        'reasons', data #> '{match,evidence}',
        'alternatives', case when is_unsure(result) then coalesce(data #> '{match,alternatives}', (
          select json_agg(json_build_object('entity_name', h.data ->> 'entity_name', 'jurisdiction_id', h.data ->> 'jurisdiction_id',
              'status', h.data ->> 'status', 'confidence', h.data -> 'confidence') order by h.place)
            from rows from (json_array_elements(result -> 'hits')) with ordinality e (hit, place)
              cross join lateral (select e.hit -> 'data' as data, e.place) h
           where h.place between 2 and 4)) end))::text, '{}')::json
    when result ->> 'kind' = 'failed' then json_build_object('error', result ->> 'error')
    when result is not null then json_strip_nulls(json_build_object('coverage', coalesce(result ->> 'coverage', result #>> '{scope,coverage}'),
        'as_of', coalesce(result ->> 'asOf', result #>> '{scope,asOf}'), 'closest', coalesce(result -> 'closest', '[]')))
  end
$$;
