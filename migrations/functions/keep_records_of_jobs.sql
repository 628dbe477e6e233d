-- Keeps the records of jobs that have ended, once each; the charges must be written. A job without
-- a retrieval was answered by what was known. A share of a search shows its best hit. A decision of
-- the version before may be there already.
create or replace function keep_records_of_jobs(ids uuid[]) returns void language sql as $$
  insert into records (id, account_id, at, via, key_id, grant_id, member, job_id, search_id, watch_id, reference, entity_name, asked_number, jurisdiction,
      tier, evidence, outcome, cached, entity_id, official_name, record_number, status, good_standing, confidence, read_at, answer, evidence_id,
      credits_charged, credits_refunded, decided_at)
    select j.id, j.account_id, coalesce(j.completed_at, now()), w.via, c.key_id, c.grant_id, p.email,
        j.id, j.search_id, j.watch_id, j.reference, j.entity_name, coalesce(r.record_number, j.result #>> '{byNumber,number}'), j.jurisdiction,
        j.tier, j.evidence, o.outcome, j.retrieval_id is null and j.watch_id is null, uuid_of(a.entity), a.data ->> 'entity_name',
        a.data ->> 'jurisdiction_id', a.data ->> 'status',
        (a.data ->> 'good_standing')::boolean, (a.data ->> 'confidence')::float::smallint,
        case when a.data is not null then (a.data #>> '{source,retrieved_at}')::timestamptz when o.outcome = 'absent' then e.retrieved_at end,
        answer_of_job(j.result, a.data), coalesce(j.evidence_id, r.evidence_id),
        case when o.outcome in ('unreachable', 'failed') then 0 else j.amount_credits end,
        case when o.outcome in ('unreachable', 'failed') then 0 else coalesce(g.amount, 0) end,
        (select max(d.decided_at) from record_decisions d where d.record_id = j.id)
      from (select * from jobs where id = any (ids) and status in ('completed', 'failed', 'refunded')) j
        left join retrievals r on r.id = j.retrieval_id
        left join evidence e on e.id = coalesce(j.evidence_id, r.evidence_id)
        left join ledger_entries c on c.job_id = j.id and c.type = 'charge'
        left join ledger_entries g on g.job_id = j.id and g.type = 'refund'
        left join lateral person_behind(j.account_id, c.key_id, c.grant_id, j.watch_id) p on true
        cross join lateral (
          select coalesce(j.result ->> 'entityId', j.result #>> '{hits,0,entityId}') as entity,
              coalesce(j.result -> 'data', j.result #> '{hits,0,data}') as data) a
        cross join lateral (
          select case when j.watch_id is not null then 'watch' when j.search_id is not null then 'search' when j.via is not null then j.via
            when c.key_id is null and c.grant_id is null then 'console' else 'rest' end as via) w
        cross join lateral (
          select case when is_unsure(j.result) then 'not_sure' when a.data is not null then 'found'
            when j.result ->> 'kind' in ('no_match', 'hits') then 'absent' when j.result ->> 'kind' = 'failed' and j.result -> 'isOurs' is null then 'unreachable'
            else 'failed' end as outcome) o
    on conflict (id) do nothing
$$;
