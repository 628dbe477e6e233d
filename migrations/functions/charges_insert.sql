-- The write `charges.insert`. All charges of an account move its balance at once; its entries are numbered from there, each
-- account by its own moment. A charge without a job or a row has its record with it: of a
-- verification in its columns, of a search by what the search knew, of a check that needed no
-- question, and of the version before (which names no `via`), by the entity. Returns what the
-- accounts have then.
create or replace function charges_insert(rows json, left_out integer[], moment timestamptz) returns json language plpgsql as $$
#variable_conflict use_column
declare
  charged_payers json;
begin
  with charged as (
    select c.*, row_number() over running as nth, sum(c.amount) over running as taken
      from json_to_recordset(rows) c (place integer, line integer, id uuid, account_id uuid, amount integer, description text, operation text,
        key_id uuid, grant_id text, job_id uuid, search_id uuid, entity_id uuid, entity_name text, jurisdiction text, watch_id uuid, batch_id uuid,
        batch_line integer, via text, reference text, tier text, asked_number text, evidence json, outcome text, official_name text,
        record_number text, status text, good_standing boolean, confidence smallint, read_at timestamptz, answer json, evidence_id uuid)
      where c.place <> all (left_out)
      window running as (partition by c.account_id order by c.place, c.line)
  ), moved as (
    update accounts a set credit_balance = a.credit_balance - t.taken, last_entry = a.last_entry + t.entries,
        last_budgeted_at = case when a.last_budgeted_at is not null then greatest(charges_insert.moment, a.last_budgeted_at) end
      from (select c.account_id, sum(c.amount) as taken, count(*) as entries from charged c group by c.account_id) t
      where a.id = t.account_id
      returning a.id, a.credit_balance, a.last_entry, a.credit_balance + t.taken as balance_before, a.last_entry - t.entries as number_before,
        coalesce(a.last_budgeted_at, charges_insert.moment) as charged_at
  ), entered as (
    insert into ledger_entries (id, account_id, number, type, amount, balance_after, description, operation, key_id, grant_id, job_id, search_id,
        entity_id, entity_name, jurisdiction, watch_id, batch_id, batch_line, reference, created_at)
      select c.id, c.account_id, m.number_before + c.nth, 'charge', -c.amount, m.balance_before - c.taken, c.description, c.operation,
          c.key_id, c.grant_id, c.job_id, c.search_id, c.entity_id, c.entity_name, c.jurisdiction, c.watch_id, c.batch_id, c.batch_line, c.reference, m.charged_at
        from charged c join moved m on m.id = c.account_id
  ), answered as (
    select c.id, c.account_id, c.via, c.key_id, c.grant_id, c.search_id, c.watch_id, c.reference, c.entity_name, c.asked_number, c.jurisdiction, c.tier,
        c.evidence, c.outcome, c.entity_id, c.official_name, c.record_number, c.status, c.good_standing, c.confidence, c.read_at, c.answer, c.evidence_id,
        c.amount
      from charged c where c.outcome is not null
    union all
    select c.id, c.account_id, coalesce(c.via, case when c.search_id is not null then 'search' when c.key_id is null and c.grant_id is null
          then 'console' else 'rest' end), c.key_id, c.grant_id, c.search_id, c.watch_id, c.reference, c.entity_name, c.asked_number, c.jurisdiction,
        coalesce(c.tier, case when c.operation like 'verify_deep%' then 'deep' else 'quick' end),
        c.evidence, a.outcome, a.entity_id, a.official_name, a.record_number, a.status, a.good_standing, a.confidence, a.read_at, a.answer, c.evidence_id,
        c.amount
      from charged c cross join lateral answer_of_charge(c.search_id, c.jurisdiction, c.entity_id) a
      where c.outcome is null and c.job_id is null and c.batch_id is null and c.entity_name is not null
        and (c.search_id is not null or c.watch_id is not null or c.via is null and c.operation like 'verify%')
  ), recorded as (
    insert into records (id, account_id, at, via, key_id, grant_id, member, search_id, watch_id, reference, entity_name, asked_number, jurisdiction,
        tier, evidence, outcome, cached, entity_id, official_name, record_number, status, good_standing, confidence, read_at, answer, evidence_id,
        credits_charged)
      select a.id, a.account_id, m.charged_at, a.via, a.key_id, a.grant_id,
          case when a.via = 'console' then (select email from accounts where id = a.account_id) end, a.search_id, a.watch_id, a.reference,
          a.entity_name, a.asked_number, a.jurisdiction, a.tier, a.evidence, a.outcome, true, a.entity_id, a.official_name, a.record_number, a.status,
          a.good_standing, a.confidence, a.read_at, a.answer, a.evidence_id, a.amount
        from answered a join moved m on m.id = a.account_id
  )
  select json_agg(json_build_object('account_id', m.id, 'balance', m.credit_balance)) into charged_payers from moved m;
  return charged_payers;
end $$;
