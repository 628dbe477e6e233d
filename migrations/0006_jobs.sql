-- Retrievals (one question to one register), the jobs that wait for them, and the requests they
-- came by. These rows are the truth; the queue only points at them.

create table retrievals (
  id            uuid primary key,
  jurisdiction  text not null,
  -- A worker takes up questions of its own realm only: two that share a database never answer for
  -- each other. After an hour the other realm may claim a question, and refunds it: an installation
  -- that changed its mode has no other worker that would. Null: either realm.
  sandbox       boolean,
  -- A search wants every record that comes near, a verification the one that is meant: they never
  -- share a retrieval.
  kind          text not null default 'verification'
    constraint retrievals_kind check (kind in ('verification', 'search')),
  tier          text not null,
  entity_name   text not null,
  -- Equal questions have equal keys. A question by number has the number in it, too.
  name_key      text not null,
  record_number text,
  -- The account that asked first: the retrieval takes its place in the queue, so that accounts take
  -- turns however much one of them has requested. All zeros: no account's.
  account_id    uuid not null default '00000000-0000-0000-0000-000000000000',
  -- How often the register was asked in vain.
  attempts      integer not null default 0,
  -- How often a worker claimed it. A worker that shuts down returns its claims, which is no
  -- attempt.
  claims        integer not null default 0,
  due_at        timestamptz not null default now(),
  claim         uuid,
  claimed_until timestamptz,
  created_at    timestamptz not null default now(),
  finished_at   timestamptz,
  -- Why there is no answer: jobs keep that themselves, rows of batches read it here.
  failure       jsonb,
  -- The trace (W3C traceparent) of the request, which the worker continues. Null unless tracing is
  -- on.
  traceparent   text
);
-- Equal questions share the unfinished retrieval.
create unique index retrievals_open_question_idx on retrievals (jurisdiction, name_key, kind, tier, sandbox)
  nulls not distinct where finished_at is null;
create index retrievals_due_idx on retrievals (due_at) where finished_at is null;
-- One slow register of an account must not hide its others.
create index retrievals_account_register_due_idx on retrievals (account_id, jurisdiction, due_at)
  where finished_at is null;
-- Every quote reads how long a register took lately.
create index retrievals_latest_idx on retrievals (jurisdiction, kind, tier, finished_at)
  where finished_at is not null;

create table jobs (
  id             uuid primary key,
  account_id     uuid not null constraint jobs_account_fkey references accounts (id),
  -- Null where nothing is waited for: a search whose hits were known, a check that needed no
  -- question.
  retrieval_id   uuid constraint jobs_retrieval_fkey references retrievals (id),
  search_id      uuid constraint jobs_search_fkey references searches (id),
  watch_id       uuid,
  entity_name    text not null,
  jurisdiction   text not null,
  tier           text not null,
  amount_credits integer not null,
  status         text not null default 'pending' constraint jobs_status
    check (status in ('pending', 'processing', 'completed', 'failed', 'refunded')),
  -- json, not jsonb: it leaves as it was written, in the order of its fields.
  result         json,
  webhook_url    text,
  created_at     timestamptz not null default now(),
  started_at     timestamptz,
  completed_at   timestamptz,
  traceparent    text,
  constraint jobs_wait_for_something
    check (retrieval_id is not null or search_id is not null or watch_id is not null),
  constraint jobs_result_when_ended
    check (status not in ('completed', 'failed') or (result is not null and completed_at is not null))
);
-- Ids are ordered by time: this serves lists, newest first, and reading in pieces alike.
create index jobs_account_idx on jobs (account_id, id);
create index jobs_retrieval_idx on jobs (retrieval_id);
create index jobs_search_idx on jobs (search_id) where search_id is not null;
-- Every new job counts what its account has under way, however large the table is.
create index jobs_unfinished_idx on jobs (account_id) where status in ('pending', 'processing');
-- Support looks for what went wrong among millions of jobs that went well.
create index jobs_unwell_idx on jobs (status, id) where status in ('failed', 'refunded');
-- Erasure looks for answers that name persons. Only the deep tier names any.
create index jobs_deep_entity_idx on jobs ((result ->> 'entityId'), id) where tier = 'deep';
create trigger jobs_move_forward before update of status on jobs
  for each row when (old.status is distinct from new.status) execute function job_moves_forward();
create trigger jobs_erased_stays_away before insert or update of result on jobs
  for each row when (new.result #>> '{data,tier}' = 'deep') execute function erased_stays_away();

-- Which record a person meant where a match was not certain. Only what the job offered can be
-- named; null: none of them.
create table meant_records (
  job_id          uuid primary key
    constraint meant_records_job_id_fkey references jobs (id) on delete cascade,
  jurisdiction_id text,
  note            text constraint meant_records_note check (length(note) between 1 and 500),
  recorded_at     timestamptz not null default now()
);
create trigger meant_records_offered before insert or update on meant_records
  for each row execute function meant_was_offered();

-- Requests that carry an Idempotency-Key: who holds the key, and what to replay.
create table idempotency_keys (
  account_id  uuid not null constraint idempotency_keys_account_fkey references accounts (id),
  key         text not null,
  fingerprint text not null,
  claim       uuid not null,
  -- Until it is finished, a claim lasts 60 seconds from here.
  claimed_at  timestamptz not null,
  finished    boolean not null default false,
  -- json, not jsonb: a replay has the fields in the order of the first answer.
  outcome     json,
  -- The entity of a deep outcome, for erasure. An index on `outcome` itself would make every write
  -- of one more expensive.
  deep_entity text,
  created_at  timestamptz not null,
  constraint idempotency_keys_pkey primary key (account_id, key)
);
create index idempotency_keys_created_idx on idempotency_keys (created_at);
create index idempotency_keys_deep_entity_idx on idempotency_keys (deep_entity, account_id, key)
  where deep_entity is not null;
create trigger idempotency_keys_erased_stays_away before insert or update of outcome on idempotency_keys
  for each row when (new.outcome #>> '{result,data,tier}' = 'deep') execute function erased_stays_away();
