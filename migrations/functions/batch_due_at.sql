-- When a batch is looked at next, in milliseconds: what numbers its entry in the queue. A claim that
-- ran out makes it due again.
create or replace function batch_due_at(b batches) returns double precision language sql stable as $$
  select floor(extract(epoch from greatest(b.look_at, b.claimed_until)) * 1000)::double precision
$$;
