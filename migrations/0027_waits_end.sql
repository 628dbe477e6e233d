-- The commit that ends a retrieval ends the waits of rows for it. A batch with an ended wait is
-- due.
alter table batch_waits add column ended_at timestamptz;
update batch_waits w set ended_at = r.finished_at from retrievals r where r.id = w.retrieval_id and r.finished_at is not null;
create index batch_waits_ended_idx on batch_waits (batch_id, line) where ended_at is not null;
