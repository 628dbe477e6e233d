-- Decisions about what is meant belong to records, and outlive jobs and files. A later decision
-- supersedes an earlier one; none is changed, and they go with their record.

-- Not foreign keys: a decision of the version before may come before its record.
create table record_decisions (
  id              uuid primary key,
  record_id       uuid not null,
  account_id      uuid not null,
  -- The file of the row that it is about.
  batch_id        uuid,
  -- Counted from 1 within the record: the highest one holds.
  number          integer not null constraint record_decisions_number check (number > 0),
  -- The number of the chosen record; null: none of the candidates.
  jurisdiction_id text,
  -- The business of that number, where it is known.
  entity_id       uuid,
  note            text constraint record_decisions_note check (length(note) between 1 and 500),
  decided_by      text,
  -- The key or the application that sent it, and its name at that time; null: a person at the
  -- console.
  key_id          uuid,
  grant_id        text,
  decided_with    text,
  decided_at      timestamptz(3) not null default now(),
  constraint record_decisions_number_key unique (record_id, number),
  constraint record_decisions_entity check (entity_id is null or jurisdiction_id is not null)
);
create index record_decisions_batch_idx on record_decisions (batch_id, decided_at) where batch_id is not null;
create trigger record_decisions_offered before insert or update or delete on record_decisions
  for each row execute function decision_was_offered();
create trigger records_take_decisions after delete on records referencing old table as gone
  for each statement execute function purge_decisions();

-- The matches that wait for a person.
create index records_undecided_idx on records (account_id, at, id) where outcome = 'not_sure' and decided_at is null;

-- Decisions until now. Those of the version before, which still runs, follow by the trigger.
insert into record_decisions (id, record_id, account_id, batch_id, number, jurisdiction_id, note, decided_by, key_id, grant_id, decided_with, decided_at)
  select m.decision_id, m.job_id, j.account_id, null, 1, m.jurisdiction_id, m.note, m.decided_by, m.key_id, m.grant_id, m.decided_with, m.recorded_at
    from meant_records m join jobs j on j.id = m.job_id
  union all
  -- See `record_of_row`, which may not be there yet.
  select m.decision_id,
      (left(m.batch_id::text, 28) || lpad(to_hex((('x' || right(m.batch_id::text, 8))::bit(32)::bigint + m.line) & 4294967295), 8, '0'))::uuid,
      b.account_id, m.batch_id, 1, m.jurisdiction_id, m.note, m.decided_by, m.key_id, m.grant_id, m.decided_with, m.recorded_at
    from meant_records m join batches b on b.id = m.batch_id;
update records r set decided_at = d.decided_at from record_decisions d where d.record_id = r.id;
create trigger meant_records_are_decisions after insert on meant_records
  for each row execute function keep_decision_of_version_before();

-- The record whose decision an event reports. Not `job_id`: a job has one event of each kind.
alter table events add column record_id uuid;
