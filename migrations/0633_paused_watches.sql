-- Paused watches are found by the account whose balance, budget or month has moved: looking at every paused watch each second took longer the more there were.

-- By the clock that the watch lives by.
alter table watches add column paused_at timestamptz;
update watches set paused_at = case when sandbox then (select sandbox_time from sandbox_clock) else now() end where status = 'paused';

-- Accounts whose paused watches may be able to go on. Rows are only added and taken: nobody who pays waits for who resumes.
create table watch_wakes (
  id         bigint generated always as identity primary key,
  account_id uuid not null,
  sandbox    boolean not null
);
insert into watch_wakes (account_id, sandbox) select distinct account_id, sandbox from watches where status = 'paused';

-- The day of the budgets and the month of the caps at which all accounts with paused watches were last looked at.
create table watch_looks (
  sandbox boolean primary key,
  day     date not null,
  month   date not null
);

create function wake_watches(account uuid) returns void language sql set enable_seqscan = off set jit = off as $$
  insert into watch_wakes (account_id, sandbox)
    select distinct w.account_id, w.sandbox from watches w where w.account_id = account and w.status = 'paused'
$$;

create function balance_wakes_watches() returns trigger language plpgsql as $$
begin
  perform wake_watches(new.id);
  return null;
end $$;
create trigger balance_wakes_watches after update of credit_balance on accounts
  for each row when (new.credit_balance > old.credit_balance) execute function balance_wakes_watches();

create function budget_wakes_watches() returns trigger language plpgsql as $$
begin
  perform wake_watches(coalesce(new.account_id, old.account_id));
  return null;
end $$;
create trigger budget_wakes_watches after insert or delete or update of credits, every on budgets
  for each row execute function budget_wakes_watches();

-- A watch that pauses is looked at once: what it was refused for may have passed meanwhile.
create function watch_pauses() returns trigger language plpgsql as $$
begin
  new.paused_at := case when new.status = 'active' then null
    when new.sandbox then (select sandbox_time from sandbox_clock) else now() end;
  return new;
end $$;
create trigger watch_pauses before update of status on watches
  for each row when (old.status <> new.status) execute function watch_pauses();

create function pause_wakes_watch() returns trigger language plpgsql as $$
begin
  insert into watch_wakes (account_id, sandbox) values (new.account_id, new.sandbox);
  return null;
end $$;
create trigger pause_wakes_watch after update of status, max_credits_per_month, tier, key_id, grant_id on watches
  for each row when (new.status = 'paused' and new.pause_reason <> 'erased') execute function pause_wakes_watch();
