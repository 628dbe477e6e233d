-- As in 0097: which index is taken for the last entry of an account is not left to what Postgres believes of a ledger that has grown since it last looked.
-- That by date is smaller than that of numbers; with few entries expected, to read and sort it seemed cheaper, and each batch of charges read its whole
-- account. Without sorts there is the index of numbers alone; the few entries that come together are sorted all the same.
alter function ledger_entries_continue() set enable_sort = off;
alter function ledger_entries_continue() set enable_bitmapscan = off;
alter function balance_equals_last_entry() set enable_sort = off;
alter function balance_equals_last_entry() set enable_bitmapscan = off;
