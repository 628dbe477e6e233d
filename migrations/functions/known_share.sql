-- What a search knew of one of its jurisdictions, in the columns of a record: its best hit, or none.
create or replace function known_share(of_search uuid, code text) returns table (outcome text, entity_id uuid, official_name text,
    record_number text, status text, good_standing boolean, confidence smallint, read_at timestamptz, answer json) language sql stable as $$
  select case when h.data is null then 'absent' when h.data #>> '{match,review}' = 'true' then 'not_sure' else 'found' end,
      uuid_of(s.share #>> '{hits,0,entityId}'), h.data ->> 'entity_name', h.data ->> 'jurisdiction_id', h.data ->> 'status',
      (h.data ->> 'good_standing')::boolean, (h.data ->> 'confidence')::float::smallint, (h.data #>> '{source,retrieved_at}')::timestamptz,
      answer_of_job(s.share, h.data)
    from searches x cross join json_array_elements(x.known) s (share) cross join lateral (select s.share #> '{hits,0,data}' as data) h
   where x.id = of_search and s.share ->> 'jurisdiction' = code
$$;
