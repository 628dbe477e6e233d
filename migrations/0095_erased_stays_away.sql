-- Personal data that were erased from an entity are not written again by somebody who read them before: an answer that comes with them is kept without,
-- wherever answers are kept. To erase from what is kept already is to write it again.

-- Held alone by whoever erases, shared by whoever writes what may have to be erased, each until the end of his transaction.
create function personal_data_lock(jurisdiction text, sandbox boolean, record_id text) returns bigint language sql immutable as $$
  select hashtextextended('personal data ' || jurisdiction || ' ' || sandbox::text || ' ' || record_id, 0)
$$;

-- A document with the data of an answer (contract, section 2.1) at this path, without what may name a person when that was erased or is being erased.
-- Waits for nobody, so that it may be called with rows locked. Otherwise the document stays as it is, to the letter.
create function without_erased(document json, path text[]) returns json language plpgsql as $$
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

create function erased_stays_away() returns trigger language plpgsql as $$
begin
  case tg_table_name
    when 'jobs' then new.result := without_erased(new.result, '{data}');
    when 'idempotency_keys' then new.outcome := without_erased(new.outcome, '{result,data}');
    when 'events' then new.body := without_erased(new.body::json, '{data}');
  end case;
  return new;
end $$;

-- Only the deep tier tells of persons.
create trigger jobs_erased_stays_away before insert or update of result on jobs
  for each row when (new.result #>> '{data,tier}' = 'deep') execute function erased_stays_away();
create trigger idempotency_keys_erased_stays_away before insert or update of outcome on idempotency_keys
  for each row when (new.outcome #>> '{result,data,tier}' = 'deep') execute function erased_stays_away();
create trigger events_erased_stays_away before insert or update of body on events
  for each row when (new.body::json #>> '{data,tier}' = 'deep') execute function erased_stays_away();
