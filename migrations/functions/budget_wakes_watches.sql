-- A changed budget may let paused watches resume.
create or replace function budget_wakes_watches() returns trigger language plpgsql as $$
begin
  perform wake_watches(coalesce(new.account_id, old.account_id));
  return null;
end $$;
