-- Searches over several jurisdictions: a job for each on the machinery of verifications, and ranked hits that are given again.

create table searches (
  id            uuid primary key,
  account_id    uuid not null constraint searches_account_fkey references accounts (id),
  entity_name   text not null,
  -- In the order they were asked for.
  jurisdictions text[] not null,
  -- The hits of each when all were known already: then there are no jobs. json, not jsonb: it leaves as it was written.
  known         json,
  created_at    timestamptz not null default now()
);
create index searches_account_idx on searches (account_id, id);

-- A search wants every record that comes near, a verification the one that is meant: they never share a retrieval.
alter table retrievals add column kind text not null default 'verification'
  constraint retrievals_kind check (kind in ('verification', 'search'));
drop index retrievals_unfinished_idx;
create unique index retrievals_unfinished_idx on retrievals (jurisdiction, name_key, kind, tier) where finished_at is null;

-- A job of a search whose hits were known is complete from the start and waits for no retrieval.
alter table jobs
  add column search_id uuid constraint jobs_search_fkey references searches (id),
  alter column retrieval_id drop not null,
  add constraint jobs_wait_for_something check (retrieval_id is not null or search_id is not null);
create index jobs_search_idx on jobs (search_id) where search_id is not null;

-- The newest ranking of a name in a register; an empty one means that nothing comes near.
create table rankings (
  jurisdiction text not null,
  sandbox      boolean not null,
  name_key     text not null,
  entity_ids   uuid[] not null,
  ranked_at    timestamptz not null,
  constraint rankings_pkey primary key (jurisdiction, sandbox, name_key)
);
