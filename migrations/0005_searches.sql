-- Searches over several jurisdictions: a job for each, and ranked hits.

create table searches (
  id            uuid primary key,
  account_id    uuid not null constraint searches_account_fkey references accounts (id),
  entity_name   text not null,
  -- In the order of the request.
  jurisdictions text[] not null,
  -- The hits of each when all were known already: then there are no jobs. json, not jsonb: it
  -- leaves as it was written.
  known         json,
  created_at    timestamptz not null default now()
);
create index searches_account_idx on searches (account_id, id);
