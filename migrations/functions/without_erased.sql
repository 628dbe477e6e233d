-- A document with the data of an answer at this path, without what may name a person when that was
-- erased or is being erased. Waits for no lock, so that it may be called with rows locked.
-- Otherwise the document stays as it is, to the letter.
create or replace function without_erased(document json, path text[]) returns json language plpgsql as $$
declare
  data json := document #> path;
  found_in text := data ->> 'jurisdiction';
  in_sandbox boolean := coalesce((data #>> '{source,sandbox}')::boolean, false);
  found_as text := data ->> 'jurisdiction_id';
begin
  if pg_try_advisory_xact_lock_shared(personal_data_lock(found_in, in_sandbox, found_as)) then
    perform from entities e
      where e.jurisdiction = found_in and e.sandbox = in_sandbox and e.record_id = found_as and e.personal_data_erased_at is not null;
    if not found then return document; end if;
  end if;
  return jsonb_set(document::jsonb, path, data::jsonb || '{"officers":null,"registered_agent":null,"principal_address":null}');
end $$;
