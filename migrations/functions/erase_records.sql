-- Erases from records what may name a person: the address and the officer of the question, and what
-- the reasons say of them. With `names` also the names of businesses, which may be those of persons,
-- the caller's reference, and the notes of decisions. Each erased field reads [erased] and is listed
-- in `erased`.
create or replace function erase_records(ids uuid[], names boolean) returns void language sql as $$
  update records r set
      entity_name = case when names then '[erased]' else r.entity_name end,
      reference = case when names and r.reference is not null then '[erased]' else r.reference end,
      official_name = case when names and r.official_name is not null then '[erased]' else r.official_name end,
      evidence = nullif(json_strip_nulls(json_build_object(
        'address', case when r.evidence -> 'address' is not null then '[erased]' end,
        'officer', case when r.evidence -> 'officer' is not null then '[erased]' end))::text, '{}')::json,
      answer = case when r.answer is not null then json_strip_nulls(json_build_object(
        'reasons', (select json_agg(json_build_object('kind', f ->> 'kind', 'agrees', f -> 'agrees',
              'detail', case when names or f ->> 'kind' in ('address', 'officer') then '[erased]' else f ->> 'detail' end) order by place)
            from json_array_elements(r.answer -> 'reasons') with ordinality e (f, place)),
        'alternatives', case when not names then r.answer -> 'alternatives' else (
            select json_agg(json_build_object('entity_name', '[erased]', 'jurisdiction_id', a -> 'jurisdiction_id', 'status', a -> 'status',
                'confidence', a -> 'confidence') order by place)
              from json_array_elements(r.answer -> 'alternatives') with ordinality e (a, place)) end,
        'coverage', r.answer -> 'coverage', 'as_of', r.answer -> 'as_of',
        'closest', case when not names then r.answer -> 'closest' when r.answer -> 'closest' is not null then (
            select coalesce(json_agg('[erased]'::text), '[]') from json_array_elements(r.answer -> 'closest')) end,
        'error', r.answer -> 'error')) end,
      erased = (select array_agg(distinct field order by field) from unnest(coalesce(r.erased, '{}') || array_remove(array[
        case when names then 'question.entity_name' end,
        case when names and r.reference is not null then 'reference' end,
        case when names and r.official_name is not null then 'official_name' end,
        case when r.evidence -> 'address' is not null then 'question.address' end,
        case when r.evidence -> 'officer' is not null then 'question.officer' end,
        case when json_typeof(r.answer -> 'reasons') = 'array' and (names or r.answer ->> 'reasons' ~ '"kind"\s*:\s*"(address|officer)"') then 'reasons' end,
        case when names and r.answer -> 'alternatives' is not null then 'alternatives' end,
        case when names and json_array_length(r.answer -> 'closest') > 0 then 'search.closest' end], null)) field)
    where r.id = any (ids)
      and (names or r.evidence -> 'address' is not null or r.evidence -> 'officer' is not null
        or r.answer ->> 'reasons' ~ '"kind"\s*:\s*"(address|officer)"');
  update record_decisions set note = '[erased]' where names and record_id = any (ids) and note is not null;
$$;
