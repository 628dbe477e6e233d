-- Jobs of a search whose hits were known: complete from the start.
create or replace function jobs_insert(rows json, left_out integer[]) returns void language plpgsql as $$
begin
  insert into jobs (id, account_id, entity_name, jurisdiction, tier, amount_credits, webhook_url, search_id, evidence, status, result, completed_at, traceparent, reference, via)
    select a.id, a.account_id, a.entity_name, a.jurisdiction, a.tier, a.amount, a.webhook_url, a.search_id, a.evidence, 'completed', a.result, now(), a.traceparent, a.reference, a.via
      from json_to_recordset(rows) a (place integer, id uuid, account_id uuid, entity_name text, jurisdiction text, tier text, amount integer,
        webhook_url text, search_id uuid, evidence json, result json, traceparent text, reference text, via text)
      where a.place <> all (left_out);
end $$;
