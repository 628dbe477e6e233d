-- What a key may ask has changed: whatever paused for its limits is judged again.
create or replace function key_limits_changed() returns trigger language plpgsql as $$
begin
  update batches set status = 'running', pause_reason = null, look_at = now()
    where key_id = new.id and pause_reason = 'key_limits';
  perform wake_watches(new.account_id);
  return null;
end $$;
