-- How many unfinished jobs an account has; no more than `most` are counted.
create or replace function unfinished_jobs(account uuid, most integer) returns integer language sql stable as $$
  select count(*)::integer from (
    select from jobs j where j.account_id = account and j.status in ('pending', 'processing') limit most) unfinished
$$;
