-- A watch that pauses is looked at once: the reason may have passed meanwhile.
create or replace function pause_wakes_watch() returns trigger language plpgsql as $$
begin
  insert into watch_wakes (account_id, sandbox) values (new.account_id, new.sandbox);
  return null;
end $$;
