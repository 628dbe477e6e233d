-- A charge without a job or a row has its record with it: of a verification in its columns, of a
-- search by what the search knew, of a check that needed no question, and of the version before
-- (which names no `via`), by the entity. That of a plain answer is in its entry.
create or replace function keep_records_of_charges(rows json, left_out integer[]) returns void language sql as $$
  with charged as (
    -- Looked up one by one: joined, all entries were read while Postgres expected few.
    select c.*, (select e.created_at from ledger_entries e where e.id = c.id) as created_at
      from json_to_recordset(rows) c (place integer, id uuid, account_id uuid, amount integer, operation text, key_id uuid, grant_id text, job_id uuid,
        search_id uuid, entity_id uuid, entity_name text, jurisdiction text, watch_id uuid, batch_id uuid, reference text, recorded json, via text,
        tier text, asked_number text, evidence json, outcome text, official_name text, record_number text, status text, good_standing boolean,
        confidence smallint, read_at timestamptz, answer json, evidence_id uuid)
      where c.place <> all (left_out) and c.recorded is null and c.job_id is null and c.batch_id is null
  ), answered as (
    select c.id, c.account_id, c.created_at, c.via, c.key_id, c.grant_id, c.search_id, c.watch_id, c.reference, c.entity_name, c.asked_number,
        c.jurisdiction, c.tier, c.evidence, c.outcome, c.entity_id, c.official_name, c.record_number, c.status, c.good_standing, c.confidence, c.read_at,
        c.answer, c.evidence_id, c.amount
      from charged c where c.outcome is not null
    union all
    select c.id, c.account_id, c.created_at, coalesce(c.via, case when c.search_id is not null then 'search' when c.key_id is null and c.grant_id is null
          then 'console' else 'rest' end), c.key_id, c.grant_id, c.search_id, c.watch_id, c.reference, c.entity_name, c.asked_number, c.jurisdiction,
        coalesce(c.tier, case when c.operation like 'verify_deep%' then 'deep' else 'quick' end),
        c.evidence, a.outcome, a.entity_id, a.official_name, a.record_number, a.status, a.good_standing, a.confidence, a.read_at, a.answer, c.evidence_id,
        c.amount
      from charged c cross join lateral answer_of_charge(c.search_id, c.jurisdiction, c.entity_id) a
      where c.outcome is null and c.entity_name is not null
        and (c.search_id is not null or c.watch_id is not null or c.via is null and c.operation like 'verify%')
  )
  insert into records (id, account_id, at, via, key_id, grant_id, member, search_id, watch_id, reference, entity_name, asked_number, jurisdiction, tier,
      evidence, outcome, cached, entity_id, official_name, record_number, status, good_standing, confidence, read_at, answer, evidence_id, credits_charged)
    select a.id, a.account_id, a.created_at, a.via, a.key_id, a.grant_id, p.email, a.search_id, a.watch_id, a.reference,
        a.entity_name, a.asked_number, a.jurisdiction, a.tier, a.evidence, a.outcome, true, a.entity_id, a.official_name, a.record_number, a.status,
        a.good_standing, a.confidence, a.read_at, a.answer, a.evidence_id, a.amount
      from answered a left join lateral person_behind(a.account_id, a.key_id, a.grant_id, a.watch_id) p on true
$$;
