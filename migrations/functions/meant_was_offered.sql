-- A person can only name a record that the job or the row of a batch offered, and a decision stays.
create or replace function meant_was_offered() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (old.jurisdiction_id, old.note) is distinct from (new.jurisdiction_id, new.note) then
    raise exception 'a decision that was made stays as it is' using errcode = 'restrict_violation';
  end if;
  if new.job_id is not null and not exists (
    select from jobs j, json_extract_path(j.result, 'data') data
     where j.id = new.job_id and data -> 'match' ->> 'review' = 'true'
       and (new.jurisdiction_id is null or new.jurisdiction_id = data ->> 'jurisdiction_id' or exists (
         select from json_array_elements(data -> 'match' -> 'alternatives') near where near ->> 'jurisdiction_id' = new.jurisdiction_id))
  ) then
    raise exception 'job % did not offer the record %', new.job_id, new.jurisdiction_id using errcode = 'restrict_violation';
  end if;
  if new.batch_id is not null and not exists (
    select from batch_rows r
     where r.batch_id = new.batch_id and r.line = new.line and r.outcome = 'review'
       and (new.jurisdiction_id is null or new.jurisdiction_id = r.jurisdiction_id or exists (
         select from jsonb_array_elements(r.alternatives) near where near ->> 'jurisdiction_id' = new.jurisdiction_id))
  ) then
    raise exception 'line % of batch % did not offer the record %', new.line, new.batch_id, new.jurisdiction_id
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
