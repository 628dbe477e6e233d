-- A job whose retrieval got no turn at its register waits again. One that has ended stays as it
-- ended, except for an administrator's refund.
create or replace function job_moves_forward() returns trigger language plpgsql as $$
begin
  if old.status = 'refunded' or (old.status in ('completed', 'failed') and new.status <> 'refunded') then
    raise exception 'a job cannot go from % to %', old.status, new.status using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
