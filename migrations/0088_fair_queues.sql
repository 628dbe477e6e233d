-- Whose place in the queue a retrieval takes, so that accounts come to their turns side by side however much one of them has filed.

-- The account that asked first. Nobody's: what a process of the version before adds during an upgrade.
alter table retrievals add column account_id uuid not null default '00000000-0000-0000-0000-000000000000';
update retrievals set account_id = j.account_id
  from (select distinct on (retrieval_id) retrieval_id, account_id from jobs where status in ('pending', 'processing') order by retrieval_id, id) j
 where j.retrieval_id = retrievals.id and retrievals.finished_at is null;
create index retrievals_account_due_idx on retrievals (account_id, due_at) where finished_at is null;

-- How much of an account is under way is asked with every new job: it must not cost more as the table grows.
create index jobs_unfinished_idx on jobs (account_id) where status in ('pending', 'processing');
