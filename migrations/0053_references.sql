-- The caller's own reference of a search, which may have no job to keep it, and of a watch that has
-- ended.
alter table searches add column reference text;
alter table ended_watches add column reference text;
create or replace view readable_watches as
  select id, account_id, entity_id, key_id, grant_id, jurisdiction, status, pause_reason, every, tier, codes, webhook_url, max_credits_per_month,
         created_at, last_checked_at, blind_since, check_job, case when edition is null then next_check_at end as next_check_at, null::timestamptz as ended_at,
         reference
    from watches
  union all
  select id, account_id, entity_id, key_id, grant_id, jurisdiction, 'ended', pause_reason, every, tier, codes, webhook_url, max_credits_per_month,
         created_at, last_checked_at, null, null, null, ended_at, reference
    from ended_watches;
