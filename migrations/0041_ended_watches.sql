-- Watches that ended by themselves, so that their owner can still read what ended and why.
create table ended_watches (
  id                    uuid primary key,
  account_id            uuid not null constraint ended_watches_account_fkey references accounts (id),
  key_id                uuid,
  grant_id              text,
  entity_id             uuid not null,
  jurisdiction          text not null,
  every                 text not null,
  tier                  text not null,
  codes                 text[],
  webhook_url           text,
  max_credits_per_month integer,
  -- What it was paused for until it ended.
  pause_reason          text not null,
  -- By the clock that the watch lived by.
  created_at            timestamptz not null,
  last_checked_at       timestamptz,
  ended_at              timestamptz not null,
  recorded_at           timestamptz not null default now()
);
create index ended_watches_account_idx on ended_watches (account_id, id);
create index ended_watches_recorded_idx on ended_watches (recorded_at);

create view readable_watches as
  select id, account_id, entity_id, key_id, grant_id, jurisdiction, status, pause_reason, every, tier, codes, webhook_url, max_credits_per_month,
         created_at, last_checked_at, blind_since, check_job, case when edition is null then next_check_at end as next_check_at, null::timestamptz as ended_at
    from watches
  union all
  select id, account_id, entity_id, key_id, grant_id, jurisdiction, 'ended', pause_reason, every, tier, codes, webhook_url, max_credits_per_month,
         created_at, last_checked_at, null, null, null, ended_at
    from ended_watches;
