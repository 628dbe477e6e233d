-- Which record a person meant where a match was not certain. Only what the job offered can be named; null: none of them.
create table meant_records (
  job_id uuid primary key references jobs (id) on delete cascade,
  jurisdiction_id text,
  note text constraint meant_records_note check (length(note) between 1 and 500),
  recorded_at timestamptz not null default now()
);

create function meant_was_offered() returns trigger language plpgsql as $$
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
create trigger meant_records_offered before insert or update on meant_records for each row execute function meant_was_offered();
