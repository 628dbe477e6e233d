-- Keeps what registers sent, before anything rests on it: what an answer does not take up within the
-- hour goes again. A crash of Postgres loses it only together with the answer, which is written later,
-- so nobody waits for the disk here. A body that another transaction is about to take away is kept.
-- Returns how many bytes of bodies are new, packed, by register.
drop function if exists evidence_keep(json);
create or replace function evidence_keep(rows json) returns table (register text, new_bytes bigint) language plpgsql as $$
begin
  perform set_config('synchronous_commit', 'off', true);
  insert into evidence (id, jurisdiction, sandbox, parser_version, edition, question, retrieved_at)
    select id, jurisdiction, sandbox, parser_version, edition, question, retrieved_at
      from json_to_recordset(rows) e (id uuid, jurisdiction text, sandbox boolean, parser_version integer, edition text, question json,
        retrieved_at timestamptz);
  return query with kept as (
    insert into evidence_bodies as b (digest, jurisdiction, bytes, body)
      select distinct on (x.digest) decode(x.digest, 'hex'), e.jurisdiction, x.bytes, decode(x.body, 'base64')
        from json_to_recordset(rows) e (jurisdiction text, exchanges json),
          json_to_recordset(e.exchanges) x (digest text, bytes integer, body text)
       order by x.digest
      on conflict (digest) do update set body = b.body where false
      returning b.jurisdiction, octet_length(b.body) as size)
    select jurisdiction, sum(size) from kept group by jurisdiction;
  insert into evidence_exchanges (evidence_id, place, tier, method, url, sent_type, sent, status, headers, retrieved_at, unchanged_since, digest,
      record_id)
    select e.id, x.place, x.tier, x.method, x.url, x.sent_type, x.sent, x.status, x.headers, x.retrieved_at, x.unchanged_since,
        decode(x.digest, 'hex'), x.record_id
      from json_to_recordset(rows) e (id uuid, exchanges json),
        json_to_recordset(e.exchanges) x (place integer, tier text, method text, url text, sent_type text, sent text, status integer,
          headers json, retrieved_at timestamptz, unchanged_since timestamptz, digest text, record_id text);
end $$;
