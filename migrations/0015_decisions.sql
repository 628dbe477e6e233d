-- An answer that was known is kept as a job where a person asked for it: it waits for nothing. Not
-- validated, for it only allows more than before.
alter table jobs drop constraint jobs_wait_for_something;
alter table jobs add constraint jobs_wait_for_something
  check (retrieval_id is not null or search_id is not null or watch_id is not null or status = 'completed' or status = 'refunded')
  not valid;

-- The records that came near an unsure row, for a person to choose from.
alter table batch_rows add column alternatives jsonb;

-- A decision is about a job or about a row of a batch, and stays: who made it, and when.
alter table meant_records
  drop constraint meant_records_pkey,
  alter column job_id drop not null,
  add column decision_id uuid not null default gen_random_uuid(),
  add column batch_id uuid,
  add column line integer,
  add column decided_by text constraint meant_records_decided_by check (length(decided_by) between 1 and 320);
alter table meant_records
  add constraint meant_records_pkey primary key (decision_id),
  add constraint meant_records_job_key unique (job_id),
  add constraint meant_records_row_key unique (batch_id, line),
  add constraint meant_records_row_fkey
    foreign key (batch_id, line) references batch_rows (batch_id, line) on delete cascade,
  add constraint meant_records_one_subject
    check (num_nonnulls(job_id, batch_id) = 1 and (batch_id is null) = (line is null));

-- Who acted, where administrators have names.
alter table admin_actions add column admin_name text;

-- Who wants changes by mail, how often, and the last event mailed.
create table change_mails (
  account_id    uuid primary key constraint change_mails_account_fkey references accounts (id),
  every         text not null constraint change_mails_every check (every in ('at_once', 'daily')),
  -- The last event that a mail was made of; null: none yet.
  last_event    uuid,
  due_at        timestamptz not null default now(),
  -- A mail that is made and not sent yet: its events are in no other.
  outbox        jsonb,
  tries         integer not null default 0,
  claimed_until timestamptz
);
create index change_mails_due_idx on change_mails (due_at);
