-- Personal data that were erased from an entity are not written again by a transaction that read
-- them before, wherever answers are kept. To erase from what is kept already is to write it again.
create or replace function erased_stays_away() returns trigger language plpgsql as $$
begin
  case tg_table_name
    when 'jobs' then new.result := without_erased(new.result, '{data}');
    when 'idempotency_keys' then
      new.outcome := without_erased(new.outcome, '{result,data}');
      new.deep_entity := new.outcome #>> '{result,entityId}';
    when 'events' then new.body := without_erased(new.body::json, '{data}');
  end case;
  return new;
end $$;
