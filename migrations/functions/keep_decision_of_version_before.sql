-- Keeps a decision that a process of the version before records. To be dropped with `meant_records`.
create or replace function keep_decision_of_version_before() returns trigger language plpgsql as $$
declare
  record uuid := coalesce(new.job_id, record_of_row(new.batch_id, new.line));
  account uuid := coalesce((select account_id from jobs where id = new.job_id), (select account_id from batches where id = new.batch_id));
begin
  perform from records where id = record for no key update;
  insert into record_decisions (id, record_id, account_id, batch_id, number, jurisdiction_id, note, decided_by, key_id, grant_id, decided_with, decided_at)
    values (new.decision_id, record, account, new.batch_id, (select coalesce(max(number), 0) + 1 from record_decisions where record_id = record),
      new.jurisdiction_id, new.note, new.decided_by, new.key_id, new.grant_id, new.decided_with, new.recorded_at)
    on conflict (id) do nothing;
  update records set decided_at = new.recorded_at where id = record;
  return null;
end $$;
