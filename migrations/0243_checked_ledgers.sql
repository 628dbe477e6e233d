-- Up to which entry the ledger of each account has been checked, and what it came to there: the hourly check goes on from there.

create table checked_ledgers (
  account_id uuid primary key constraint checked_ledgers_account_fkey references accounts (id),
  entries    integer not null,
  balance    integer not null
);

-- When a job is refunded it is asked whether its account has paid for the deep tier by another entry.
create index ledger_entries_deep_idx on ledger_entries (account_id, entity_id)
  where type = 'charge' and job_id is null and operation in ('verify_deep', 'verify_deep_force_refresh');

-- Support looks for what went wrong among millions of jobs that went well.
create index jobs_unwell_idx on jobs (status, id) where status in ('failed', 'refunded');
