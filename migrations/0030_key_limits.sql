-- A batch or a watch that its key may no longer ask pauses. Not validated, for it only allows more
-- than before.
alter table batches drop constraint batches_pause_reason;
alter table batches
  add constraint batches_pause_reason
    check (pause_reason in ('balance', 'key_budget', 'grant_budget', 'key_limits', 'key_revoked')) not valid;
alter table watches drop constraint watches_pause_reason;
alter table watches
  add constraint watches_pause_reason
    check (pause_reason ~ '^(credits|budget|key_limits|erased|jurisdiction_unavailable)$') not valid;

create index batches_limited_idx on batches (key_id) where pause_reason = 'key_limits';
create trigger key_limits_changed after update of jurisdictions, tiers on api_keys
  for each row
  when (old.jurisdictions is distinct from new.jurisdictions or old.tiers is distinct from new.tiers)
  execute function key_limits_changed();
