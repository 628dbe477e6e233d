-- Equal questions share the unfinished retrieval, also those that come together. Reports the
-- retrieval of every job.
create or replace function jobs_join(rows json, left_out integer[]) returns json[] language plpgsql as $$
begin
  insert into retrievals as r (id, jurisdiction, entity_name, name_key, record_number, tier, kind, sandbox, account_id, traceparent)
    select distinct on (j.jurisdiction, j.name_key, j.kind, j.tier, j.sandbox)
        j.retrieval_id, j.jurisdiction, j.entity_name, j.name_key, j.record_number, j.tier, j.kind, j.sandbox, j.account_id, j.traceparent
      from json_to_recordset(rows) j (place integer, line integer, account_id uuid, entity_name text, jurisdiction text, tier text,
        retrieval_id uuid, name_key text, record_number text, kind text, sandbox boolean, traceparent text)
      where j.place <> all (left_out)
      order by j.jurisdiction, j.name_key, j.kind, j.tier, j.sandbox, j.place, j.line
    on conflict (jurisdiction, name_key, kind, tier, sandbox) where finished_at is null do update set tier = r.tier;
  insert into jobs (id, account_id, entity_name, jurisdiction, tier, amount_credits, webhook_url, search_id, evidence, retrieval_id, status, traceparent,
      read_after, reference, via)
    select j.id, j.account_id, j.entity_name, j.jurisdiction, j.tier, j.amount, j.webhook_url, j.search_id, j.evidence, r.id,
        case when r.attempts > 0 then 'processing' else 'pending' end, j.traceparent,
        case when j.forced then now() end, j.reference, j.via
      from json_to_recordset(rows) j (place integer, id uuid, account_id uuid, entity_name text, jurisdiction text, tier text, amount integer,
          webhook_url text, search_id uuid, evidence json, name_key text, kind text, sandbox boolean, traceparent text,
          forced boolean, reference text, via text)
        join retrievals r on r.jurisdiction = j.jurisdiction and r.name_key = j.name_key and r.kind = j.kind and r.tier = j.tier
          and r.sandbox is not distinct from j.sandbox and r.finished_at is null
      where j.place <> all (left_out);
  return array(
    select json_build_object('place', j.place, 'line', j.line, 'retrieval_id', added.retrieval_id)
      from json_to_recordset(rows) j (place integer, line integer, id uuid) join jobs added on added.id = j.id
      where j.place <> all (left_out));
end $$;
