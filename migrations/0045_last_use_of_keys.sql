-- When a key was last used, to about a minute. Null: never, or not since this version.
alter table api_keys add column last_used_at timestamptz;

-- A use says nothing about who holds the key: caches keep their entry.
create or replace trigger key_holder_changed after update on api_keys
  for each row when (old.last_used_at is not distinct from new.last_used_at)
  execute function key_holder_changed('account_id');
