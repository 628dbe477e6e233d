-- What an account asked and was charged for when this evidence was retrieved: jobs, shares of
-- searches, checks of watches and rows of files, and their records, which outlive them. Rows of
-- version 0.2.0 may name evidence that another account's question had before; it is older than their
-- file.
create or replace function own_questions(of_evidence uuid, of_account uuid) returns table (tier text, entity_name text) language sql stable as $$
  select j.tier, j.entity_name from retrievals r join jobs j on j.retrieval_id = r.id
    where r.evidence_id = of_evidence and j.account_id = of_account and j.status = 'completed'
  union all
  select j.tier, j.entity_name from jobs j where j.evidence_id = of_evidence and j.account_id = of_account and j.status = 'completed'
  union all
  select r.tier, r.entity_name from batch_rows r join batches b on b.id = r.batch_id join evidence e on e.id = r.evidence_id
    where r.evidence_id = of_evidence and b.account_id = of_account and b.dropped_at is null and e.created_at >= b.started_at
  union all
  select r.tier, r.entity_name from records r
    where r.evidence_id = of_evidence and r.account_id = of_account and not r.cached and r.outcome in ('found', 'not_sure', 'absent')
      and (r.credits_charged = 0 or r.credits_refunded < r.credits_charged)
  union all
  -- Refunded, but what it retrieved was paid for again, by a known answer: to the tier of both ('deep'
  -- sorts before 'quick').
  select greatest(r.tier, k.tier), r.entity_name
    from records r cross join lateral (
      select a.tier from all_records a
        where a.account_id = r.account_id and a.entity_id = r.entity_id and a.cached and a.credits_refunded < a.credits_charged
      union all
      select a.tier from records a
        where a.account_id = r.account_id and a.evidence_id = r.evidence_id and a.cached and a.credits_refunded < a.credits_charged) k
    where r.evidence_id = of_evidence and r.account_id = of_account and not r.cached and r.outcome in ('found', 'not_sure', 'absent')
      and r.credits_charged > 0 and r.credits_refunded = r.credits_charged
$$;
