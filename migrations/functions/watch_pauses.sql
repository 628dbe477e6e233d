-- Dates a pause by the clock that the watch lives by.
create or replace function watch_pauses() returns trigger language plpgsql as $$
begin
  new.paused_at := case when new.status = 'active' then null
    when new.sandbox then (select sandbox_time from sandbox_clock) else now() end;
  return new;
end $$;
