-- What accounts, billing and support need beside 0001 and 0002: passwords, what an entry was paid with, and quick ways through the ledger.

alter table accounts add column password_hash text;

-- The purge of old codes goes by this.
create index one_time_codes_expires_idx on one_time_codes (expires_at);

alter table ledger_entries
  add column package_id text,
  add column payment_id uuid,
  add column search_id  uuid;
-- Usage reports read a stretch of time.
create index ledger_entries_created_idx on ledger_entries (account_id, created_at);
create unique index ledger_entries_one_purchase_per_payment on ledger_entries (payment_id) where type = 'purchase';

-- Ids are time-ordered, so this one serves the newest-first lists and the reading in batches alike.
drop index jobs_account_idx;
create index jobs_account_idx on jobs (account_id, id);
