-- The paused watches of an account, of a jurisdiction that is back, and those that have been paused for too long.
drop index concurrently if exists watches_paused_account_idx;
create index concurrently watches_paused_account_idx on watches (account_id, sandbox) where status = 'paused';
drop index concurrently if exists watches_paused_jurisdiction_idx;
create index concurrently watches_paused_jurisdiction_idx on watches (jurisdiction, sandbox) where pause_reason = 'jurisdiction_unavailable';
drop index concurrently if exists watches_paused_at_idx;
create index concurrently watches_paused_at_idx on watches (sandbox, paused_at) where pause_reason in ('credits', 'budget');
