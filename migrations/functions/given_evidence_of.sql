-- What else than the name is known to those who wait for a retrieval: with a deep one, records that
-- it names are read too.
create or replace function given_evidence_of(retrieval uuid) returns json language sql stable as $$
  select coalesce(json_agg(e.evidence), '[]') from (
    select j.evidence::jsonb from jobs j where j.retrieval_id = retrieval and j.evidence is not null
    union
    select r.evidence from batch_waits w join batch_rows r on r.batch_id = w.batch_id and r.line = w.line
      where w.retrieval_id = retrieval and r.evidence is not null) e
$$;
