-- A check of a watch begins, gets its job and is charged in one commit, and the cap of its watch is judged there. Before, each of the three was a commit of
-- its own, and what came between them (a deleted watch, a lost answer, a dead process) left a charge that nobody gave back.

-- Unexpected errors since its last end: what fails three times ends as failed.
alter table watches add column check_errors integer not null default 0;

-- Locks the watches whose checks begin, by their ids and before anything else, and tells which sets cannot be. `moved`: the watch is gone, paused, of another
-- tier, under a check already, or claimed by somebody else; or the check was begun before and its job has ended. `claim` is null where the owner asked.
create function refuse_checks(begun json) returns batch_refusal[] language plpgsql as $$
begin
  perform from watches w
    where w.id in (select b.watch_id from json_to_recordset(begun) b (watch_id uuid)) order by w.id for no key update;
  perform from jobs j
    where j.id in (select b.job_id from json_to_recordset(begun) b (job_id uuid)) order by j.id for no key update;
  return array(
    select case when c.has_moved then row (c.place, 'moved', null, null)::batch_refusal
             else row (c.place, 'unpaid', c.available, jsonb_build_array(jsonb_build_object('limited_by', 'max_credits_per_month',
               'available', c.available, 'resets_at', (c.month + interval '1 month') at time zone 'UTC')))::batch_refusal end
      from (
        select b.place, b.amount, m.month,
            w.id is null or w.status <> 'active' or w.tier <> b.tier or w.claim is distinct from b.claim and b.claim is not null
              or w.check_job is not null and (b.claim is null or w.check_job <> b.job_id)
              or j.status in ('completed', 'failed', 'refunded')
              or row_number() over (partition by b.watch_id order by b.place) > 1 as has_moved,
            case when w.max_credits_per_month is not null
              then greatest(w.max_credits_per_month - case when w.spent_month = m.month::date then w.spent else 0 end, 0) end as available
          from json_to_recordset(begun) b (place integer, watch_id uuid, account_id uuid, job_id uuid, claim uuid, due timestamptz, tier text, amount integer)
            cross join lateral (select date_trunc('month', b.due at time zone 'UTC') as month) m
            left join watches w on w.id = b.watch_id and w.account_id = b.account_id
            left join jobs j on j.id = b.job_id) c
      where c.has_moved or c.available < c.amount);
end $$;

create function apply_checks(begun json, left_out integer[]) returns void language plpgsql as $$
begin
  update watches w
    set check_job = b.job_id, check_due = b.due, check_asked = case when w.check_job is null then b.claim is null else w.check_asked end,
        claim = b.claim, claimed_until = case when b.claim is not null then w.claimed_until end
    from json_to_recordset(begun) b (place integer, watch_id uuid, job_id uuid, claim uuid, due timestamptz)
    where w.id = b.watch_id and b.place <> all (left_out);
  insert into jobs (id, account_id, entity_name, jurisdiction, tier, amount_credits, status, watch_id)
    select b.job_id, w.account_id, e.record ->> 'name', w.jurisdiction, b.tier, b.amount, case when b.claim is null then 'pending' else 'processing' end, w.id
      from json_to_recordset(begun) b (place integer, watch_id uuid, job_id uuid, claim uuid, tier text, amount integer)
        join watches w on w.id = b.watch_id join entities e on e.id = w.entity_id
      where b.place <> all (left_out)
    on conflict (id) do update set status = 'processing' where jobs.status = 'pending';
end $$;

-- ---- commit_batch (0520), with checks; and each account has a moment of its own. ----

drop function lock_accounts(json, json);
-- As in 0520.
create function lock_accounts(charges json, refunds json, out payers uuid[], out budgeted uuid[], out short boolean) language plpgsql as $$
begin
  if refunds is null then
    with asked as materialized (
      select c.account_id, sum(c.amount) as amount from json_to_recordset(charges) c (account_id uuid, amount integer) group by c.account_id
    ), locked as materialized (
      select a.id, a.last_budgeted_at, t.amount > a.credit_balance as short from asked t join accounts a on a.id = t.account_id
        order by a.id for no key update of a
    )
    select coalesce(array_agg(l.id), '{}'), coalesce(array_agg(l.id) filter (where l.last_budgeted_at is not null), '{}'),
        coalesce(bool_or(l.short), false) or count(*) < (select count(*) from asked)
      into payers, budgeted, short from locked l;
  else
    select coalesce(array_agg(l.id), '{}'), coalesce(array_agg(l.id) filter (where l.last_budgeted_at is not null), '{}'), charges is not null
      into payers, budgeted, short
      from (
        select a.id, a.last_budgeted_at from accounts a
          where a.id in (
            select c.account_id from json_to_recordset(charges) c (account_id uuid)
            union
            select e.account_id from json_to_recordset(refunds) r (job_id uuid) join ledger_entries e on e.job_id = r.job_id and e.type = 'charge')
          order by a.id for no key update) l;
  end if;
end $$;

-- As in 0330. A charge is never older than the last one of its account with budgets, so that no period comes back when the clock is set back; the clock of
-- one account moves no other's.
create or replace function reserve_budgets(charges json, budgeted uuid[], moment timestamptz, out over_budget uuid[], out charged jsonb) language plpgsql as $$
begin
  with asked as materialized (
    select c.key_id, c.grant_id, greatest(moment, a.last_budgeted_at) as charged_at, sum(c.amount)::integer as amount
      from json_to_recordset(charges) c (account_id uuid, amount integer, key_id uuid, grant_id text) join accounts a on a.id = c.account_id
      where c.account_id = any (budgeted) group by c.key_id, c.grant_id, greatest(moment, a.last_budgeted_at)
  ), of_keys as (
    update budgets b
      set period_start = budget_period_now(b, a.charged_at),
          spent = case when budget_period_now(b, a.charged_at) > b.period_start then 0 else b.spent end + a.amount
      from (select key_id, charged_at, sum(amount)::integer as amount from asked where key_id is not null group by key_id, charged_at) a
      where b.key_id = a.key_id
      returning b.account_id, b.key_id, b.grant_id, b.credits - b.spent as available
  ), of_grants as (
    update budgets b
      set period_start = budget_period_now(b, a.charged_at),
          spent = case when budget_period_now(b, a.charged_at) > b.period_start then 0 else b.spent end + a.amount
      from (select grant_id, charged_at, sum(amount)::integer as amount from asked where grant_id is not null group by grant_id, charged_at) a
      where b.grant_id = a.grant_id
      returning b.account_id, b.key_id, b.grant_id, b.credits - b.spent as available
  ), reserved as (
    select * from of_keys union all select * from of_grants
  )
  select coalesce(array_agg(r.account_id) filter (where r.available < 0), '{}'), coalesce(jsonb_agg(r), '[]') into over_budget, charged from reserved r;
end $$;

-- As in 0520, each account by its own moment.
create or replace function apply_charges(charges json, left_out integer[], moment timestamptz) returns json language plpgsql as $$
#variable_conflict use_column
declare
  charged_payers json;
begin
  with charged as (
    select c.*, row_number() over running as nth, sum(c.amount) over running as taken
      from json_to_recordset(charges) c (place integer, line integer, id uuid, account_id uuid, amount integer, description text, operation text,
        key_id uuid, grant_id text, job_id uuid, search_id uuid, entity_id uuid, entity_name text, jurisdiction text, watch_id uuid, batch_id uuid,
        batch_line integer)
      where c.place <> all (left_out)
      window running as (partition by c.account_id order by c.place, c.line)
  ), moved as (
    update accounts a set credit_balance = a.credit_balance - t.taken, last_entry = a.last_entry + t.entries,
        last_budgeted_at = case when a.last_budgeted_at is not null then greatest(apply_charges.moment, a.last_budgeted_at) end
      from (select c.account_id, sum(c.amount) as taken, count(*) as entries from charged c group by c.account_id) t
      where a.id = t.account_id
      returning a.id, a.credit_balance, a.last_entry, a.credit_balance + t.taken as balance_before, a.last_entry - t.entries as number_before,
        coalesce(a.last_budgeted_at, apply_charges.moment) as charged_at
  ), entered as (
    insert into ledger_entries (id, account_id, number, type, amount, balance_after, description, operation, key_id, grant_id, job_id, search_id,
        entity_id, entity_name, jurisdiction, watch_id, batch_id, batch_line, created_at)
      select c.id, c.account_id, m.number_before + c.nth, 'charge', -c.amount, m.balance_before - c.taken, c.description, c.operation,
          c.key_id, c.grant_id, c.job_id, c.search_id, c.entity_id, c.entity_name, c.jurisdiction, c.watch_id, c.batch_id, c.batch_line, m.charged_at
        from charged c join moved m on m.id = c.account_id
  )
  select json_agg(json_build_object('account_id', m.id, 'balance', m.credit_balance, 'entries', m.last_entry)) into charged_payers from moved m;
  return charged_payers;
end $$;

create function commit_batch(charges json, refunds json, askers json, outcomes json, searches json, joining json, answered json, endings json,
    settled json, said json, ranked json, events json, begun json, lock_timeout_ms integer)
  returns json language plpgsql set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
declare
  refused batch_refusal[] := '{}';
  left_out integer[] := '{}';
  ended_before uuid[] := '{}';
  reports json[] := '{}';
  payers uuid[] := '{}';
  budgeted uuid[] := '{}';
  short boolean := false;
  balances json;
  moment timestamptz;
  over_budget uuid[] := '{}';
  moved_budgets jsonb := '[]';
begin
  if lock_timeout_ms is not null then perform set_config('lock_timeout', lock_timeout_ms || 'ms', true); end if;
  if begun is not null then
    refused := refuse_checks(begun);
    left_out := array(select r.place from unnest(refused) r);
    if left_out <> '{}' then
      charges := (select json_agg(c) from json_array_elements(charges) c where (c ->> 'place')::integer <> all (left_out));
    end if;
  end if;
  if joining is not null or endings is not null then perform lock_retrievals(joining, endings); end if;
  if endings is not null or refunds is not null then perform lock_jobs(settled, refunds); end if;
  if charges is not null or refunds is not null then
    select l.payers, l.budgeted, l.short into payers, budgeted, short from lock_accounts(charges, refunds) l;
    moment := ledger_now();
  end if;

  if charges is not null and budgeted <> '{}' then
    select r.over_budget, r.charged into over_budget, moved_budgets from reserve_budgets(charges, budgeted, moment) r;
  end if;

  if short or over_budget <> '{}' or joining is not null or endings is not null then
    refused := refused || refuse_members(charges, joining, endings, over_budget);
    left_out := array(select r.place from unnest(refused) r);
    if left_out <> '{}' and charges is not null and budgeted <> '{}' then moved_budgets := moved_budgets || release_budgets(charges, budgeted, left_out); end if;
  end if;

  -- First of all, so that no join below meets a retrieval that ends here.
  if endings is not null then perform apply_endings(endings, left_out); end if;
  if searches is not null then perform apply_searches(searches, left_out); end if;
  if joining is not null then reports := reports || apply_joins(joining, left_out); end if;
  if answered is not null then perform apply_answered_jobs(answered, left_out); end if;
  if begun is not null then perform apply_checks(begun, left_out); end if;
  if settled is not null then ended_before := apply_job_ends(settled, left_out); end if;
  if said is not null then perform apply_answers(said, left_out); end if;
  if ranked is not null then perform apply_rankings(ranked, left_out); end if;
  if charges is not null then balances := apply_charges(charges, left_out, moment); end if;
  if refunds is not null then
    reports := reports || apply_refunds(refunds, ended_before, left_out);
    if budgeted <> '{}' then moved_budgets := moved_budgets || give_back_to_budgets(refunds); end if;
  end if;
  if askers is not null then perform apply_accesses(askers, left_out); end if;
  if outcomes is not null then perform apply_outcomes(outcomes, left_out); end if;
  if events is not null then reports := reports || apply_events(events, ended_before, left_out); end if;

  -- Nobody else has moved a balance here.
  if refunds is not null or left_out <> '{}' then balances := balances_of(payers); end if;
  return json_build_object('payers', coalesce(balances, '[]'), 'refused', to_json(refused), 'told', to_json(reports),
    'budgets', moved_budgets);
end $$;

-- For processes of the version before.
create or replace function commit_batch(charges json, refunds json, askers json, outcomes json, searches json, joining json, answered json, endings json,
    settled json, said json, ranked json, events json, lock_timeout_ms integer) returns json language sql as
  $$ select commit_batch(charges, refunds, askers, outcomes, searches, joining, answered, endings, settled, said, ranked, events, null, lock_timeout_ms) $$;
