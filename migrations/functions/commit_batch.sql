-- What several transactions write, each wholly or not at all, in one statement. `place` is the
-- write set a row belongs to, `line` its place in that set; kinds that nobody writes are null. With
-- a limit on waiting for locks it fails with 55P03 rather than keep everybody waiting for one
-- account. Returns
--   payers:  what every account that is charged or refunded has then, after how many entries,
--   refused: the sets that are left out, and why (see batch_refusal),
--   told:    the reports of joins, refunds and events,
--   budgets: what is left of every budget that was charged or given back to.
create or replace function commit_batch(charges json, refunds json, askers json, outcomes json, searches json, joining json, answered json, endings json,
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
