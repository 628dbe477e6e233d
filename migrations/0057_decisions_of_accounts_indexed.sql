-- For the export of an account.
create index concurrently if not exists record_decisions_account_idx on record_decisions (account_id, id);
