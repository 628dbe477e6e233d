-- A person can only choose what the record offered, and a decision stays as long as its record; only
-- its note can be erased. A decision of the version before may come before its record.
create or replace function decision_was_offered() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if new.note = '[erased]' and to_jsonb(new) - 'note' = to_jsonb(old) - 'note' then return new; end if;
    raise exception 'a decision that was made stays as it is' using errcode = 'restrict_violation';
  end if;
  if tg_op = 'DELETE' then
    if exists (select from records where id = old.record_id) then
      raise exception 'a decision stays as long as its record' using errcode = 'restrict_violation';
    end if;
    return old;
  end if;
  if exists (
    select from records r
     where r.id = new.record_id
       and (r.outcome <> 'not_sure' or new.jurisdiction_id <> r.record_number and not exists (
         select from json_array_elements(r.answer -> 'alternatives') near where near ->> 'jurisdiction_id' = new.jurisdiction_id))
  ) then
    raise exception 'record % did not offer %', new.record_id, coalesce(new.jurisdiction_id, 'a decision') using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
