-- What was answered for a charge that does not say it, in the columns of a record: of a search its
-- best hit in the jurisdiction, otherwise the business that was paid for, or none.
create or replace function answer_of_charge(of_search uuid, code text, entity uuid) returns table (outcome text, entity_id uuid,
    official_name text, record_number text, status text, good_standing boolean, confidence smallint, read_at timestamptz, answer json)
  language sql stable as $$
  select case when h.data is null then 'absent' when is_unsure(s.share) then 'not_sure' else 'found' end,
      uuid_of(s.share #>> '{hits,0,entityId}'), h.data ->> 'entity_name', h.data ->> 'jurisdiction_id', h.data ->> 'status',
      (h.data ->> 'good_standing')::boolean, (h.data ->> 'confidence')::float::smallint, (h.data #>> '{source,retrieved_at}')::timestamptz,
      answer_of_job(s.share, h.data)
    from searches x cross join json_array_elements(x.known) s (share) cross join lateral (select s.share #> '{hits,0,data}' as data) h
   where x.id = of_search and s.share ->> 'jurisdiction' = code
  union all
  select 'found', e.id, e.record ->> 'name', e.record_id, e.record ->> 'status', (e.record ->> 'goodStanding')::boolean, null, e.retrieved_at, null
    from entities e where e.id = entity and of_search is null
  union all
  select 'absent', null, null, null, null, null, null, null, null where entity is null and of_search is null
$$;
