-- Filters of the list of records.
create index concurrently if not exists ledger_entries_answer_idx on ledger_entries (account_id, entity_id, created_at) where recorded is not null;
create index concurrently if not exists ledger_entries_reference_idx on ledger_entries (account_id, reference, created_at)
  where recorded is not null and reference is not null;
