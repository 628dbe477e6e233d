-- Keeps the records of rows of a file that the version before has answered, once each. A duplicate
-- has the outcome of the row that was asked. Evidence from before the file: see own_questions.sql.
create or replace function keep_records_of_rows(of_batch uuid, first_line integer, last_line integer) returns void language sql as $$
  insert into records (id, account_id, at, via, key_id, grant_id, member, batch_id, line, reference, entity_name, asked_number, jurisdiction, tier, evidence,
      outcome, cached, entity_id, official_name, record_number, status, good_standing, confidence, answer, evidence_id, credits_charged, credits_refunded, decided_at)
    select record_of_row(r.batch_id, r.line), b.account_id, coalesce(b.ended_at, now()), 'batch', b.key_id, b.grant_id, p.email, r.batch_id, r.line,
        nullif(r.custom_id, ''), r.entity_name, r.record_number, r.jurisdiction, r.tier, r.evidence,
        case o.answer when 'review' then 'not_sure' when 'no_match' then 'absent' when 'failed' then 'unreachable' else 'found' end,
        coalesce(v.created_at < b.started_at, r.evidence_id is null), r.entity_id, r.official_name, r.jurisdiction_id, r.status, r.good_standing, r.confidence,
        nullif(json_strip_nulls(case o.answer
          when 'failed' then json_build_object('error', r.error)
          when 'no_match' then json_build_object('closest', (
            select coalesce(json_agg(near ->> 'entity_name'), '[]') from jsonb_array_elements(coalesce(r.alternatives, '[]')) near))
          else json_build_object('reasons', r.findings, 'alternatives', r.alternatives) end)::text, '{}')::json,
        r.evidence_id, r.credits_charged, coalesce(g.amount, 0),
        (select max(d.decided_at) from record_decisions d where d.record_id = record_of_row(r.batch_id, r.line))
      from batches b join batch_rows r on r.batch_id = b.id and r.line between first_line and last_line
        left join lateral person_behind(b.account_id, b.key_id, b.grant_id, null) p on true
        cross join lateral (select row_answer(r) as answer) o
        left join evidence v on v.id = r.evidence_id
        left join ledger_entries g on g.batch_id = r.batch_id and g.batch_line = r.line and g.type = 'refund'
      where b.id = of_batch and r.outcome in ('found', 'review', 'no_match', 'failed', 'duplicate')
      and (select 1 from ledger_entries where id = record_of_row(r.batch_id, r.line)) is null
    on conflict (id) do nothing
$$;
