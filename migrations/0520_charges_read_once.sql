-- Most batches only charge. Their JSON was taken apart four times, they were judged although nobody could be refused, and every entry looked in the ledger
-- for the one before it, which mostly was written beside it. The rules stay; what cannot decide anything is left out.

-- An entry that comes with its number needs nothing of this (0090).
drop trigger ledger_entry_moves_balance on ledger_entries;
create trigger ledger_entry_moves_balance before insert on ledger_entries
  for each row when (new.number is null) execute function ledger_entry_moves_balance();

-- As in 0097: whoever inserts, every entry continues the one before it, and the account has counted it. Of the entries of an account that come together,
-- the first continues the ledger, each of the others the one beside it, and the last is the one that the account must have counted.
create or replace function ledger_entries_continue() returns trigger language plpgsql
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
declare
  broken uuid;
begin
  select e.account_id into broken
    from (
      select added.account_id, added.number, added.amount, added.balance_after,
          lag(added.number) over together as beside, lag(added.balance_after) over together as balance_beside,
          lead(added.number) over together is null as is_last
        from added window together as (partition by added.account_id order by added.number)) e
      left join lateral (
        select l.number, l.balance_after from ledger_entries l
          where e.beside is null and l.account_id = e.account_id and l.number < e.number order by l.number desc limit 1) before on true
      left join lateral (select a.last_entry from accounts a where e.is_last and a.id = e.account_id limit 1) a on true
    where (e.is_last and e.number > coalesce(a.last_entry, 0))
       or e.number <> coalesce(e.beside, before.number, 0) + 1
       or e.balance_after <> coalesce(e.balance_beside, before.balance_after, 0) + e.amount
    limit 1;
  if found then
    raise exception 'an entry of account % does not continue its ledger', broken using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;

-- As in 0097, in one statement.
create or replace function balance_equals_last_entry() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  if not exists (
    select from accounts a
      where a.id = new.id and (a.last_entry, a.credit_balance) = (
        select e.number, e.balance_after from ledger_entries e where e.account_id = new.id order by e.number desc limit 1)
  ) then
    raise exception 'the balance of account % is not that of its last entry', new.id using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;

drop function lock_accounts(json, json);
-- `payers` are the accounts that are charged or refunded. Of them: which have budgets, when the last of those was charged, and whether somebody might have
-- to be refused because more is asked of an account than it has.
create function lock_accounts(charges json, refunds json, out payers uuid[], out budgeted uuid[], out charged_until timestamptz, out short boolean)
  language plpgsql as $$
begin
  if refunds is null then
    with asked as materialized (
      select c.account_id, sum(c.amount) as amount from json_to_recordset(charges) c (account_id uuid, amount integer) group by c.account_id
    ), locked as materialized (
      select a.id, a.last_budgeted_at, t.amount > a.credit_balance as short from asked t join accounts a on a.id = t.account_id
        order by a.id for no key update of a
    )
    select coalesce(array_agg(l.id), '{}'), coalesce(array_agg(l.id) filter (where l.last_budgeted_at is not null), '{}'), max(l.last_budgeted_at),
        coalesce(bool_or(l.short), false) or count(*) < (select count(*) from asked)
      into payers, budgeted, charged_until, short from locked l;
  else
    select coalesce(array_agg(l.id), '{}'), coalesce(array_agg(l.id) filter (where l.last_budgeted_at is not null), '{}'), max(l.last_budgeted_at),
        charges is not null
      into payers, budgeted, charged_until, short
      from (
        select a.id, a.last_budgeted_at from accounts a
          where a.id in (
            select c.account_id from json_to_recordset(charges) c (account_id uuid)
            union
            select e.account_id from json_to_recordset(refunds) r (job_id uuid) join ledger_entries e on e.job_id = r.job_id and e.type = 'charge')
          order by a.id for no key update) l;
  end if;
end $$;

drop function apply_charges(json, integer[], timestamptz);
-- As in 0330. Returns what the accounts have then.
create function apply_charges(charges json, left_out integer[], moment timestamptz) returns json language plpgsql as $$
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
        last_budgeted_at = case when a.last_budgeted_at is not null then moment end
      from (select c.account_id, sum(c.amount) as taken, count(*) as entries from charged c group by c.account_id) t
      where a.id = t.account_id
      returning a.id, a.credit_balance, a.last_entry, a.credit_balance + t.taken as balance_before, a.last_entry - t.entries as number_before
  ), entered as (
    insert into ledger_entries (id, account_id, number, type, amount, balance_after, description, operation, key_id, grant_id, job_id, search_id,
        entity_id, entity_name, jurisdiction, watch_id, batch_id, batch_line, created_at)
      select c.id, c.account_id, m.number_before + c.nth, 'charge', -c.amount, m.balance_before - c.taken, c.description, c.operation,
          c.key_id, c.grant_id, c.job_id, c.search_id, c.entity_id, c.entity_name, c.jurisdiction, c.watch_id, c.batch_id, c.batch_line, moment
        from charged c join moved m on m.id = c.account_id
  )
  select json_agg(json_build_object('account_id', m.id, 'balance', m.credit_balance, 'entries', m.last_entry)) into charged_payers from moved m;
  return charged_payers;
end $$;

drop function balances_of(json, json);
create function balances_of(payers uuid[]) returns json language plpgsql as $$
declare
  balances json;
begin
  select coalesce(json_agg(json_build_object('account_id', a.id, 'balance', a.credit_balance, 'entries', a.last_entry)), '[]') into balances
    from accounts a where a.id = any (balances_of.payers);
  return balances;
end $$;

-- As in 0330. `refuse_members` is asked only where it may have something to refuse.
create or replace function commit_batch(charges json, refunds json, askers json, outcomes json, searches json, joining json, answered json, endings json,
    settled json, said json, ranked json, events json, lock_timeout_ms integer)
  returns json language plpgsql set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  refused batch_refusal[] := '{}';
  left_out integer[] := '{}';
  ended_before uuid[] := '{}';
  reports json[] := '{}';
  payers uuid[] := '{}';
  budgeted uuid[] := '{}';
  charged_until timestamptz;
  short boolean := false;
  balances json;
  moment timestamptz;
  over_budget uuid[] := '{}';
  moved_budgets jsonb := '[]';
begin
  if lock_timeout_ms is not null then perform set_config('lock_timeout', lock_timeout_ms || 'ms', true); end if;
  if joining is not null or endings is not null then perform lock_retrievals(joining, endings); end if;
  if endings is not null or refunds is not null then perform lock_jobs(settled, refunds); end if;
  if charges is not null or refunds is not null then
    select l.payers, l.budgeted, l.charged_until, l.short into payers, budgeted, charged_until, short from lock_accounts(charges, refunds) l;
    moment := greatest(ledger_now(), charged_until);
  end if;

  if charges is not null and budgeted <> '{}' then
    select r.over_budget, r.charged into over_budget, moved_budgets from reserve_budgets(charges, budgeted, moment) r;
  end if;

  if short or over_budget <> '{}' or joining is not null or endings is not null then
    refused := refuse_members(charges, joining, endings, over_budget);
    left_out := array(select r.place from unnest(refused) r);
    if left_out <> '{}' and charges is not null and budgeted <> '{}' then moved_budgets := moved_budgets || release_budgets(charges, budgeted, left_out); end if;
  end if;

  -- First of all, so that no join below meets a retrieval that ends here.
  if endings is not null then perform apply_endings(endings, left_out); end if;
  if searches is not null then perform apply_searches(searches, left_out); end if;
  if joining is not null then reports := reports || apply_joins(joining, left_out); end if;
  if answered is not null then perform apply_answered_jobs(answered, left_out); end if;
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
