-- A row that a retry has answered is never asked, and paid, again: a retry is retried instead.
create unique index concurrently if not exists batches_retry_idx on batches (retry_of) where retry_of is not null;
