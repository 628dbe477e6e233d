-- Records: what was asked, what was answered, and by whom; they outlive the job, the batch and the
-- watch that they came by. The record of a job has the id of the job, that of a known answer the id
-- of its charge, and that of a row of a file `record_of_row`: so none can have two.

-- Not foreign keys: what they name may go before them.
create table records (
  id               uuid primary key,
  account_id       uuid not null,
  -- When it was answered.
  at               timestamptz not null default now(),
  via              text not null constraint records_via check (via in ('rest', 'tool', 'search', 'batch', 'watch', 'console')),
  key_id           uuid,
  grant_id         text,
  -- The address of the account, where a person asked at the console.
  member           text,
  job_id           uuid,
  search_id        uuid,
  watch_id         uuid,
  batch_id         uuid,
  line             integer,
  reference        text constraint records_reference check (length(reference) between 1 and 200),

  -- The question, as it was sent.
  entity_name      text not null,
  asked_number     text,
  jurisdiction     text not null,
  tier             text not null,
  evidence         json,

  outcome          text not null constraint records_outcome check (outcome in ('found', 'not_sure', 'absent', 'unreachable', 'failed')),
  -- Answered by what an earlier question had retrieved.
  cached           boolean not null,
  entity_id        uuid,
  official_name    text,
  record_number    text,
  status           text,
  good_standing    boolean,
  confidence       smallint,
  -- When the register was read; null where it did not answer.
  read_at          timestamptz,
  -- json, not jsonb: it leaves as it was written. Of a business: { reasons, alternatives }; of an
  -- absence: { coverage, as_of, closest }; of a failure: { error }. Null where there is nothing
  -- to add.
  answer           json,
  -- All that the register sent, where this question was put to it.
  evidence_id      uuid,
  credits_charged  integer not null,
  credits_refunded integer not null default 0 constraint records_refunded check (credits_refunded between 0 and credits_charged),
  -- When a person last decided what is meant; null: nobody did.
  decided_at       timestamptz,
  -- Fields from which a person's data were erased.
  erased           text[],
  constraint records_row check ((batch_id is null) = (line is null))
);
-- Newest first; the id decides within one statement.
create index records_account_idx on records (account_id, at, id);
-- Filters that few records of many fit.
create index records_reference_idx on records (account_id, reference, at, id) where reference is not null;
create index records_outcome_idx on records (account_id, outcome, at, id) where outcome <> 'found';
create index records_decided_idx on records (account_id, at, id) where decided_at is not null;
-- Also for erasure, which looks in all accounts.
create index records_entity_idx on records (entity_id, account_id, at, id) where entity_id is not null;
create index records_evidence_idx on records (evidence_id) where evidence_id is not null;
create trigger records_stay before update on records for each row execute function records_stay();

-- The caller's own word for a question, and where it was asked: null for jobs of the version
-- before.
alter table jobs
  add column reference text,
  add column via text;
alter table ledger_entries add column reference text;
alter table watches add column reference text;

-- Null while a row has no outcome, and in rows of the version before.
alter table batch_rows add column cached boolean;
create trigger batch_rows_of_version_before after update of outcome on batch_rows
  for each row when (old.outcome is null and new.outcome <> 'rejected' and new.cached is null)
  execute function keep_record_of_row();
