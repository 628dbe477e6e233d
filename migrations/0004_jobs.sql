-- Retrievals (one question to one register) and the jobs that wait for them. These rows are the truth; the queue only points at them.

create table retrievals (
  id           uuid primary key,
  jurisdiction text not null,
  entity_name  text not null,
  name_key     text not null,
  tier         text not null,
  attempts     integer not null default 0,
  due_at       timestamptz not null default now(),
  claim        uuid,
  claimed_until timestamptz,
  created_at   timestamptz not null default now(),
  finished_at  timestamptz
);
-- Equal questions share the unfinished retrieval.
create unique index retrievals_unfinished_idx on retrievals (jurisdiction, name_key, tier) where finished_at is null;
create index retrievals_due_idx on retrievals (due_at) where finished_at is null;

create table jobs (
  id              uuid primary key,
  account_id      uuid not null constraint jobs_account_fkey references accounts (id),
  retrieval_id    uuid not null constraint jobs_retrieval_fkey references retrievals (id),
  entity_name     text not null,
  jurisdiction    text not null,
  tier            text not null,
  amount_credits  integer not null,
  status          text not null default 'pending'
    constraint jobs_status check (status in ('pending', 'processing', 'completed', 'failed', 'refunded')),
  -- json, not jsonb: it leaves as it was written, in the order of its fields.
  result          json,
  created_at      timestamptz not null default now(),
  started_at      timestamptz,
  completed_at    timestamptz,
  constraint jobs_result_when_ended check (status not in ('completed', 'failed') or (result is not null and completed_at is not null))
);
create index jobs_account_idx on jobs (account_id, created_at);
create index jobs_retrieval_idx on jobs (retrieval_id);

-- A job that has ended stays as it ended, but for an administrator's refund.
create function job_moves_forward() returns trigger language plpgsql as $$
begin
  if old.status = 'refunded' or (old.status in ('completed', 'failed') and new.status <> 'refunded')
    or (old.status = 'processing' and new.status = 'pending') then
    raise exception 'a job cannot go from % to %', old.status, new.status using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger jobs_move_forward before update of status on jobs
  for each row when (old.status is distinct from new.status) execute function job_moves_forward();
