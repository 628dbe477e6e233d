-- Has the paused watches of an account looked at.
create or replace function wake_watches(account uuid) returns void language sql set enable_seqscan = off set jit = off as $$
  insert into watch_wakes (account_id, sandbox)
    select distinct w.account_id, w.sandbox from watches w where w.account_id = account and w.status = 'paused'
$$;
