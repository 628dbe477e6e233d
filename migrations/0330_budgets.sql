-- Budgets: the most that a key, or an application by its grant, may spend in a period. They are kept where the balance is kept: `commit_batch` judges and
-- moves both in one statement, under the lock of the account.

-- The one clock of charges and periods.
create function ledger_now() returns timestamptz language sql volatile as $$ select clock_timestamp() $$;

-- On whose behalf a charge was made, and what for where no job tells it. A refund says when the charge was made that it gives back.
alter table ledger_entries
  add column grant_id   text,
  add column watch_id   uuid,
  add column batch_id   uuid,
  add column batch_line integer,
  add column charged_at timestamptz constraint ledger_entries_charged_at check (charged_at is null or type = 'refund');

-- What a key may ask for; null is everything.
alter table api_keys
  add column jurisdictions text[] constraint api_keys_jurisdictions check (cardinality(jurisdictions) > 0),
  add column tiers         text[] constraint api_keys_tiers check (cardinality(tiers) > 0);

-- `spent` is what was charged in the period from `period_start` on, less what was given back of that. It is written under the lock of the account alone, in
-- the statement that writes the entries, and `npm run ledger -- check` adds those up. The budget of a grant outlives it: a refund may still come back.
create table budgets (
  id           uuid primary key default gen_random_uuid(),
  account_id   uuid not null constraint budgets_account_fkey references accounts (id),
  key_id       uuid constraint budgets_key_key unique constraint budgets_key_fkey references api_keys (id) on delete cascade,
  grant_id     text constraint budgets_grant_key unique,
  credits      integer not null constraint budgets_credits check (credits between 0 and 1000000000),
  every        text not null constraint budgets_every check (every in ('day', 'week', 'month', 'once')),
  period_start timestamptz not null,
  spent        integer not null default 0 constraint budgets_spent_not_negative check (spent >= 0),
  constraint budgets_one_holder check (num_nonnulls(key_id, grant_id) = 1)
) with (fillfactor = 40);
create index budgets_account_idx on budgets (account_id);

-- Of an account with budgets: when it was last charged, so that no period comes back when a clock is set back. Null without budgets: nobody else pays for
-- their being looked up.
alter table accounts add column last_budgeted_at timestamptz;

-- What processes remember of a key tells whether it has a budget, not how much is left of it.
create function budget_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('key_holder_changed', coalesce(new.account_id, old.account_id)::text);
  return null;
end $$;
create trigger budget_changed after insert or delete or update of credits, every on budgets
  for each row execute function budget_changed();

-- Periods are days, weeks from Monday, and months of UTC; `once` has one that never ends.
create function budget_period_start(every text, moment timestamptz) returns timestamptz language sql stable as $$
  select case every when 'once' then '-infinity' else date_trunc(every, moment, 'UTC') end
$$;
create function budget_resets_at(every text, period_start timestamptz) returns timestamptz language sql stable as $$
  select case every when 'once' then null
    else (period_start at time zone 'UTC' + ('1 ' || every)::interval) at time zone 'UTC' end
$$;

-- When an entry counts: a refund when its charge did. Earlier refunds do not say when that was, but their job tells it.
create function counted_at(e ledger_entries) returns timestamptz language sql stable as $$
  select case e.type
    when 'refund' then coalesce(e.charged_at, (select c.created_at from ledger_entries c where c.job_id = e.job_id and c.type = 'charge'))
    else e.created_at end
$$;

-- The period of a budget at a moment: it has begun at least when it was charged last.
create function budget_period_now(b budgets, moment timestamptz) returns timestamptz language sql stable as $$
  select greatest(budget_period_start(b.every, moment), b.period_start)
$$;

-- How a budget stands at a moment: nothing is spent of a period in which nothing was charged.
create function budget_standing(b budgets, moment timestamptz) returns table (spent integer, available integer, resets_at timestamptz)
  language sql stable as $$
  select s.spent, greatest(b.credits - s.spent, 0), budget_resets_at(b.every, s.start)
    from (select p.start, case when p.start > b.period_start then 0 else b.spent end as spent from (select budget_period_now(b, moment) as start) p) s
$$;

-- What the charges of an account ask of each of its budgets; that of an application's key asks of both.
create function budgets_asked(charges json, account uuid) returns table (budget_id uuid, place integer, amount integer) language sql stable as $$
  select b.id, c.place, c.amount
    from json_to_recordset(charges) c (place integer, account_id uuid, amount integer, key_id uuid, grant_id text)
      join budgets b on b.account_id = account and (b.key_id = c.key_id or b.grant_id = c.grant_id)
    where c.account_id = account
$$;

-- Everybody who charges went through `commit_batch` for a version now: what went past it went past the budgets.
drop function write_together(json, json, json, json);
drop function write_together(json, json, json, json, json, json, json, json, json, json, json, boolean);

-- ---- commit_batch (0100), with budgets. ----

-- Why a member is left out, all limits that are too small for it: [{ limited_by, available, resets_at }]. Processes of the version before read `available`.
alter type batch_refusal add attribute limits jsonb;

drop function lock_accounts(json, json);
-- Of the accounts that have budgets: which, and when the last of them was charged.
create function lock_accounts(charges json, refunds json, out budgeted uuid[], out charged_until timestamptz) language plpgsql as $$
begin
  if refunds is null then
    select coalesce(array_agg(l.id) filter (where l.last_budgeted_at is not null), '{}'), max(l.last_budgeted_at) into budgeted, charged_until
      from (
        select a.id, a.last_budgeted_at from accounts a
          where a.id in (select c.account_id from json_to_recordset(charges) c (account_id uuid)) order by a.id for no key update) l;
  else
    select coalesce(array_agg(l.id) filter (where l.last_budgeted_at is not null), '{}'), max(l.last_budgeted_at) into budgeted, charged_until
      from (
        select a.id, a.last_budgeted_at from accounts a
          where a.id in (
            select c.account_id from json_to_recordset(charges) c (account_id uuid)
            union
            select e.account_id from json_to_recordset(refunds) r (job_id uuid) join ledger_entries e on e.job_id = r.job_id and e.type = 'charge')
          order by a.id for no key update) l;
  end if;
end $$;

drop function refuse_members(json, json, json);
-- Of the transactions of each account that cannot have everything, those are admitted, in their order, that fit beside those admitted before them, within the
-- balance and within every budget: the same as if each had come by itself. `over_budget` are accounts of which more was reserved than their budgets have.
create function refuse_members(charges json, joining json, endings json, over_budget uuid[]) returns batch_refusal[] language plpgsql as $$
#variable_conflict use_column
declare
  refused batch_refusal[] := '{}';
  over_limits uuid[];
  crowded uuid[];
  account uuid;
  -- What is left of each limit, by its name: 'balance', or the id of a budget.
  room jsonb;
  job_room integer;
  member record;
  short record;
begin
  over_limits := over_budget;
  if endings is not null then
    select coalesce(array_agg(row (e.place, 'moved', null, null)::batch_refusal), '{}') into refused
      from json_to_recordset(endings) e (place integer, retrieval_id uuid, claim uuid, jobs uuid[])
      where not exists (select from retrievals r where r.id = e.retrieval_id and r.claim = e.claim and r.finished_at is null)
        or e.jobs <> array(
          select j.id from jobs j where j.retrieval_id = e.retrieval_id and j.status in ('pending', 'processing') order by j.id);
  end if;
  if charges is not null then
    select over_budget || coalesce(array_agg(t.account_id), '{}') into over_limits
      from (select c.account_id, sum(c.amount) as asked from json_to_recordset(charges) c (account_id uuid, amount integer) group by c.account_id) t
      left join accounts a on a.id = t.account_id
      where t.asked > coalesce(a.credit_balance, 0);
  end if;
  if joining is not null then
    select coalesce(array_agg(t.account_id), '{}') into crowded
      from (select j.account_id, count(*) as asked, min(j.most) as most from json_to_recordset(joining) j (account_id uuid, most integer)
             group by j.account_id) t
      where t.asked + unfinished_jobs(t.account_id, t.most) > t.most;
    over_limits := over_limits || crowded;
  end if;

  foreach account in array array(select distinct id from unnest(over_limits) id) loop
    room := jsonb_build_object('balance', coalesce((select a.credit_balance from accounts a where a.id = account), 0))
      || coalesce((
        select jsonb_object_agg(b.id, greatest(b.credits - b.spent + reserved.amount, 0))
          from (select a.budget_id, sum(a.amount) as amount from budgets_asked(charges, account) a group by a.budget_id) reserved
            join budgets b on b.id = reserved.budget_id), '{}');
    job_room := (select min(j.most) - unfinished_jobs(account, min(j.most)) from json_to_recordset(joining) j (account_id uuid, most integer)
                  where j.account_id = account);
    for member in
      select m.place, sum(m.jobs) as jobs, coalesce(jsonb_object_agg(m.name, m.amount) filter (where m.name is not null), '{}') as asks
        from (
          select c.place, 'balance' as name, sum(c.amount) as amount, 0 as jobs
            from json_to_recordset(charges) c (place integer, account_id uuid, amount integer)
            where c.account_id = account group by c.place
          union all
          select a.place, a.budget_id::text, sum(a.amount), 0 from budgets_asked(charges, account) a group by a.place, a.budget_id
          union all
          select j.place, null, null, 1 from json_to_recordset(joining) j (place integer, account_id uuid) where j.account_id = account) m
        where m.place <> all (select r.place from unnest(refused) r)
        group by m.place order by m.place
    loop
      select min(s.available) as available, jsonb_agg(s) as limits into short
        from (
          select case when b.id is null then 'balance' when b.key_id is not null then 'key_budget' else 'grant_budget' end as limited_by,
              (room ->> asked.key)::bigint as available, budget_resets_at(b.every, b.period_start) as resets_at
            from jsonb_each_text(member.asks) asked left join budgets b on b.id = nullif(asked.key, 'balance')::uuid
            where asked.value::bigint > (room ->> asked.key)::bigint) s;
      if member.jobs > 0 and member.jobs > job_room then
        refused := refused || row (member.place, 'crowded', null, null)::batch_refusal;
      elsif short.limits is not null then
        refused := refused || row (member.place, 'unpaid', short.available, short.limits)::batch_refusal;
      else
        room := room || (
          select coalesce(jsonb_object_agg(asked.key, (room ->> asked.key)::bigint - asked.value::bigint), '{}') from jsonb_each_text(member.asks) asked);
        job_room := job_room - member.jobs;
      end if;
    end loop;
  end loop;
  return refused;
end $$;

-- Takes from the budgets all that is asked, before it is judged: `over_budget` are accounts of which a budget has less. `charged` is what is left of each.
create function reserve_budgets(charges json, budgeted uuid[], moment timestamptz, out over_budget uuid[], out charged jsonb) language plpgsql as $$
begin
  with asked as materialized (
    select c.key_id, c.grant_id, sum(c.amount)::integer as amount
      from json_to_recordset(charges) c (account_id uuid, amount integer, key_id uuid, grant_id text)
      where c.account_id = any (budgeted) group by c.key_id, c.grant_id
  ), of_keys as (
    update budgets b
      set period_start = budget_period_now(b, moment), spent = case when budget_period_now(b, moment) > b.period_start then 0 else b.spent end + a.amount
      from (select key_id, sum(amount)::integer as amount from asked where key_id is not null group by key_id) a where b.key_id = a.key_id
      returning b.account_id, b.key_id, b.grant_id, b.credits - b.spent as available
  ), of_grants as (
    update budgets b
      set period_start = budget_period_now(b, moment), spent = case when budget_period_now(b, moment) > b.period_start then 0 else b.spent end + a.amount
      from (select grant_id, sum(amount)::integer as amount from asked where grant_id is not null group by grant_id) a where b.grant_id = a.grant_id
      returning b.account_id, b.key_id, b.grant_id, b.credits - b.spent as available
  ), reserved as (
    select * from of_keys union all select * from of_grants
  )
  select coalesce(array_agg(r.account_id) filter (where r.available < 0), '{}'), coalesce(jsonb_agg(r), '[]') into over_budget, charged from reserved r;
end $$;

-- Gives back what was reserved for those that are left out.
create function release_budgets(charges json, budgeted uuid[], left_out integer[]) returns jsonb language plpgsql as $$
declare
  released jsonb;
begin
  with asked as materialized (
    select c.key_id, c.grant_id, c.amount
      from json_to_recordset(charges) c (place integer, account_id uuid, amount integer, key_id uuid, grant_id text)
      where c.account_id = any (budgeted) and c.place = any (left_out)
  ), owed as (
    select b.id, sum(a.amount)::integer as amount from asked a join budgets b on b.key_id = a.key_id group by b.id
    union all
    select b.id, sum(a.amount)::integer from asked a join budgets b on b.grant_id = a.grant_id group by b.id
  ), given as (
    update budgets b set spent = b.spent - o.amount from owed o where b.id = o.id
      returning b.account_id, b.key_id, b.grant_id, greatest(b.credits - b.spent, 0) as available
  )
  select coalesce(jsonb_agg(g), '[]') into released from given g;
  return released;
end $$;

-- Gives back to the budgets, after `apply_refunds`: what was charged in a period that is over counts in none any more.
create function give_back_to_budgets(refunds json) returns jsonb language plpgsql as $$
declare
  left_over jsonb;
begin
  with given as materialized (
    select e.key_id, e.grant_id, e.amount, e.charged_at from json_to_recordset(refunds) r (id uuid) join ledger_entries e on e.id = r.id
  ), owed as (
    select b.id, sum(g.amount)::integer as amount
      from (
        select b.id, g.amount, g.charged_at >= b.period_start as counts from given g join budgets b on b.key_id = g.key_id
        union all
        select b.id, g.amount, g.charged_at >= b.period_start from given g join budgets b on b.grant_id = g.grant_id) g
      join budgets b on b.id = g.id where g.counts group by b.id
  ), returned as (
    update budgets b set spent = b.spent - o.amount from owed o where b.id = o.id
      returning b.account_id, b.key_id, b.grant_id, greatest(b.credits - b.spent, 0) as available
  )
  select coalesce(jsonb_agg(r), '[]') into left_over from returned r;
  return left_over;
end $$;

drop function apply_charges(json, integer[]);
-- All charges of an account move its balance at once; its entries are numbered from there.
create function apply_charges(charges json, left_out integer[], moment timestamptz) returns void language plpgsql as $$
#variable_conflict use_column
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
        last_budgeted_at = case when a.last_budgeted_at is not null then moment end
      from (select c.account_id, sum(c.amount) as taken, count(*) as entries from charged c group by c.account_id) t
      where a.id = t.account_id
      returning a.id, a.credit_balance + t.taken as balance_before, a.last_entry - t.entries as number_before
  )
  insert into ledger_entries (id, account_id, number, type, amount, balance_after, description, operation, key_id, grant_id, job_id, search_id, entity_id,
      entity_name, jurisdiction, watch_id, batch_id, batch_line, created_at)
    select c.id, c.account_id, m.number_before + c.nth, 'charge', -c.amount, m.balance_before - c.taken, c.description, c.operation,
        c.key_id, c.grant_id, c.job_id, c.search_id, c.entity_id, c.entity_name, c.jurisdiction, c.watch_id, c.batch_id, c.batch_line, moment
      from charged c join moved m on m.id = c.account_id;
end $$;

-- Gives back what was charged for jobs, once each, except for jobs that had ended before. Reports the entries.
create or replace function apply_refunds(refunds json, ended_before uuid[], left_out integer[]) returns json[] language plpgsql as $$
#variable_conflict use_column
declare
  reports json[];
begin
  with due as (
    select distinct on (r.job_id) r.place, r.line, r.id, r.description, c.account_id, -c.amount as amount, c.operation, c.key_id, c.grant_id, c.job_id,
        c.search_id, c.entity_id, c.entity_name, c.jurisdiction, c.watch_id, c.batch_id, c.batch_line, c.created_at as charged_at
      from json_to_recordset(refunds) r (place integer, line integer, id uuid, job_id uuid, description text)
        join ledger_entries c on c.job_id = r.job_id and c.type = 'charge'
      where r.place <> all (left_out) and r.job_id <> all (ended_before)
        and not exists (select from ledger_entries given where given.job_id = r.job_id and given.type = 'refund')
      order by r.job_id, r.place, r.line
  ), numbered as (
    select d.*, row_number() over running as nth, sum(d.amount) over running as given
      from due d window running as (partition by d.account_id order by d.place, d.line)
  ), moved as (
    update accounts a set credit_balance = a.credit_balance + t.given, last_entry = a.last_entry + t.entries
      from (select n.account_id, sum(n.amount) as given, count(*) as entries from numbered n group by n.account_id) t
      where a.id = t.account_id
      returning a.id, a.credit_balance - t.given as balance_before, a.last_entry - t.entries as number_before
  ), given as (
    insert into ledger_entries (id, account_id, number, type, amount, balance_after, description, operation, key_id, grant_id, job_id, search_id, entity_id,
        entity_name, jurisdiction, watch_id, batch_id, batch_line, charged_at)
      select n.id, n.account_id, m.number_before + n.nth, 'refund', n.amount, m.balance_before + n.given, n.description, n.operation,
          n.key_id, n.grant_id, n.job_id, n.search_id, n.entity_id, n.entity_name, n.jurisdiction, n.watch_id, n.batch_id, n.batch_line, n.charged_at
        from numbered n join moved m on m.id = n.account_id
      returning id, amount, balance_after
  )
  select array_agg(json_build_object('place', n.place, 'line', n.line, 'amount', g.amount, 'balance', g.balance_after)) into reports
    from numbered n join given g on g.id = n.id;
  return coalesce(reports, '{}');
end $$;

-- Returns as in 0100, and
--   budgets: what is left of every budget that was charged or given back to.
create or replace function commit_batch(charges json, refunds json, askers json, outcomes json, searches json, joining json, answered json, endings json,
    settled json, said json, ranked json, events json, lock_timeout_ms integer)
  returns json language plpgsql set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  refused batch_refusal[];
  left_out integer[] := '{}';
  ended_before uuid[] := '{}';
  payers json := '[]';
  reports json[] := '{}';
  budgeted uuid[] := '{}';
  charged_until timestamptz;
  moment timestamptz;
  over_budget uuid[] := '{}';
  moved_budgets jsonb := '[]';
begin
  if lock_timeout_ms is not null then perform set_config('lock_timeout', lock_timeout_ms || 'ms', true); end if;
  if joining is not null or endings is not null then perform lock_retrievals(joining, endings); end if;
  if endings is not null or refunds is not null then perform lock_jobs(settled, refunds); end if;
  if charges is not null or refunds is not null then
    select l.budgeted, l.charged_until into budgeted, charged_until from lock_accounts(charges, refunds) l;
    moment := greatest(ledger_now(), charged_until);
  end if;

  if charges is not null and budgeted <> '{}' then
    select r.over_budget, r.charged into over_budget, moved_budgets from reserve_budgets(charges, budgeted, moment) r;
  end if;

  refused := refuse_members(charges, joining, endings, over_budget);
  if refused <> '{}' then
    left_out := array(select r.place from unnest(refused) r);
    if charges is not null and budgeted <> '{}' then moved_budgets := moved_budgets || release_budgets(charges, budgeted, left_out); end if;
  end if;

  -- First of all, so that no join below meets a retrieval that ends here.
  if endings is not null then perform apply_endings(endings, left_out); end if;
  if searches is not null then perform apply_searches(searches, left_out); end if;
  if joining is not null then reports := reports || apply_joins(joining, left_out); end if;
  if answered is not null then perform apply_answered_jobs(answered, left_out); end if;
  if settled is not null then ended_before := apply_job_ends(settled, left_out); end if;
  if said is not null then perform apply_answers(said, left_out); end if;
  if ranked is not null then perform apply_rankings(ranked, left_out); end if;
  if charges is not null then perform apply_charges(charges, left_out, moment); end if;
  if refunds is not null then
    reports := reports || apply_refunds(refunds, ended_before, left_out);
    if budgeted <> '{}' then moved_budgets := moved_budgets || give_back_to_budgets(refunds); end if;
  end if;
  if askers is not null then perform apply_accesses(askers, left_out); end if;
  if outcomes is not null then perform apply_outcomes(outcomes, left_out); end if;
  if events is not null then reports := reports || apply_events(events, ended_before, left_out); end if;

  if charges is not null or refunds is not null then payers := balances_of(charges, refunds); end if;
  return json_build_object('payers', payers, 'refused', to_json(refused), 'told', to_json(reports),
    'budgets', moved_budgets);
end $$;
