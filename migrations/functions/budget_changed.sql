-- What processes cache of a key says whether it has a budget, not how much is left of it.
create or replace function budget_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('key_holder_changed', coalesce(new.account_id, old.account_id)::text);
  return null;
end $$;
