-- Whether a person has to say which business is meant. A verification says so itself; a share of a
-- search is unsure where its best hit is below the confidence of a sure match (85), or no better
-- than the next.
create or replace function is_unsure(result json) returns boolean language sql immutable as $$
  select coalesce(case when result ->> 'kind' = 'hits'
    then (result #>> '{hits,0,data,confidence}')::float < 85 or result #>> '{hits,0,data,confidence}' = result #>> '{hits,1,data,confidence}'
    else result #>> '{data,match,review}' = 'true' end, false)
$$;
