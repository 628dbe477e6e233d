-- More credits may let paused watches resume.
create or replace function balance_wakes_watches() returns trigger language plpgsql as $$
begin
  perform wake_watches(new.id);
  return null;
end $$;
