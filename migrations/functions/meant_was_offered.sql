-- A person can only name a record that the job offered.
create or replace function meant_was_offered() returns trigger language plpgsql as $$
begin
  if not exists (
    select from jobs j, json_extract_path(j.result, 'data') data
     where j.id = new.job_id and data -> 'match' ->> 'review' = 'true'
       and (new.jurisdiction_id is null or new.jurisdiction_id = data ->> 'jurisdiction_id' or exists (
         select from json_array_elements(data -> 'match' -> 'alternatives') near where near ->> 'jurisdiction_id' = new.jurisdiction_id))
  ) then
    raise exception 'job % did not offer the record %', new.job_id, new.jurisdiction_id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
