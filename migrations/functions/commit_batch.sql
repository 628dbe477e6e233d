-- What several transactions write, each wholly or not at all, in one statement. `writes` has an array
-- of rows for each kind of write that is among them; `place` is the write set a row belongs to, `line`
-- its place in that set. `charged` has what each account is charged in all; the version before does
-- not say so. With a limit on waiting for locks it fails with 55P03 rather than keep
-- everybody waiting for one account. Returns
--   payers:  what every account that is charged or refunded has then,
--   refused: the sets that are left out, and why (see batch_refusal),
--   reports: of joins, ends of retrievals, refunds and events, by their place and line,
--   budgets: what is left of every budget that was charged or refunded.
create or replace function commit_batch(writes json, lock_timeout_ms integer) returns json language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
declare
  -- The rows of each kind.
  w record;
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
  select * into w from json_to_record(writes) as kinds (
    "charges.insert" json, "refunds.insert" json, "access.record" json, "idempotency_keys.record" json, "searches.insert" json,
    "jobs.join" json, "jobs.insert" json, "jobs.finish" json, "retrievals.finish" json, "answers.upsert" json,
    "rankings.upsert" json, "events.insert" json, "checks.begin" json, charged json);
  if lock_timeout_ms is not null then perform set_config('lock_timeout', lock_timeout_ms || 'ms', true); end if;
  if w."checks.begin" is not null then
    refused := refuse_checks(w."checks.begin");
    left_out := array(select r.place from unnest(refused) r);
    if left_out <> '{}' then
      w."charges.insert" := (
        select json_agg(c) from json_array_elements(w."charges.insert") c where (c ->> 'place')::integer <> all (left_out));
      w.charged := null;
    end if;
  end if;
  if w."jobs.join" is not null or w."retrievals.finish" is not null then
    perform lock_retrievals(w."jobs.join", w."retrievals.finish");
  end if;
  if w."retrievals.finish" is not null or w."refunds.insert" is not null then
    perform lock_jobs(w."jobs.finish", w."refunds.insert", w."retrievals.finish");
  end if;
  if w."charges.insert" is not null or w."refunds.insert" is not null then
    select l.payers, l.budgeted, l.short into payers, budgeted, short from lock_accounts(coalesce(w.charged, w."charges.insert"), w."refunds.insert") l;
    moment := ledger_now();
  end if;

  if w."charges.insert" is not null and budgeted <> '{}' then
    select r.over_budget, r.charged into over_budget, moved_budgets from reserve_budgets(w."charges.insert", budgeted, moment) r;
  end if;

  if short or over_budget <> '{}' or w."jobs.join" is not null or w."retrievals.finish" is not null then
    refused := refused || refuse_members(w."charges.insert", w."jobs.join", w."retrievals.finish", over_budget);
    left_out := array(select r.place from unnest(refused) r);
    if left_out <> '{}' and w."charges.insert" is not null and budgeted <> '{}' then
      moved_budgets := moved_budgets || release_budgets(w."charges.insert", budgeted, left_out);
    end if;
  end if;

  -- First of all, so that no join below meets a retrieval that ends here.
  if w."retrievals.finish" is not null then
    reports := reports || retrievals_finish(w."retrievals.finish", left_out);
  end if;
  if w."searches.insert" is not null then perform searches_insert(w."searches.insert", left_out); end if;
  if w."jobs.join" is not null then reports := reports || jobs_join(w."jobs.join", left_out); end if;
  if w."jobs.insert" is not null then perform jobs_insert(w."jobs.insert", left_out); end if;
  if w."checks.begin" is not null then perform checks_begin(w."checks.begin", left_out); end if;
  if w."jobs.finish" is not null then ended_before := jobs_finish(w."jobs.finish", left_out); end if;
  if w."answers.upsert" is not null then perform answers_upsert(w."answers.upsert", left_out); end if;
  if w."rankings.upsert" is not null then perform rankings_upsert(w."rankings.upsert", left_out); end if;
  if w."charges.insert" is not null then balances := charges_insert(w."charges.insert", left_out, moment); end if;
  if w."refunds.insert" is not null then
    reports := reports || refunds_insert(w."refunds.insert", ended_before, left_out);
    if budgeted <> '{}' then moved_budgets := moved_budgets || refund_budgets(w."refunds.insert"); end if;
  end if;
  if w."jobs.insert" is not null then
    perform keep_records_of_jobs(array(
      select j.id from json_to_recordset(w."jobs.insert") j (place integer, id uuid) where j.place <> all (left_out)));
  end if;
  if w."jobs.finish" is not null then
    perform keep_records_of_jobs(array(
      select j.id from json_to_recordset(w."jobs.finish") j (place integer, id uuid)
        where j.place <> all (left_out) and j.id <> all (ended_before)));
  end if;
  if w."access.record" is not null then perform access_record(w."access.record", left_out); end if;
  if w."idempotency_keys.record" is not null then
    perform idempotency_keys_record(w."idempotency_keys.record", left_out);
  end if;
  if w."events.insert" is not null then
    reports := reports || events_insert(w."events.insert", ended_before, left_out);
  end if;

  -- Otherwise only charges have moved balances.
  if w."refunds.insert" is not null or left_out <> '{}' then balances := balances_of(payers); end if;
  return json_build_object('payers', coalesce(balances, '[]'), 'refused', to_json(refused), 'reports', to_json(reports),
    'budgets', moved_budgets);
end $$;
