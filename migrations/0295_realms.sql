-- A question is asked in the sandbox or of the real register, and only a worker of the same realm takes it up: two that share a database never answer for each
-- other. Rows of the version before do not say which, and are taken up by anybody. What waits for more than an hour is claimed by the other realm too, which gives
-- the credits back: an installation that changed its mode has nobody else who would.

alter table retrievals add column sandbox boolean;
create unique index retrievals_open_question_idx on retrievals (jurisdiction, name_key, kind, tier, sandbox) nulls not distinct
  where finished_at is null;
drop index retrievals_unfinished_idx;

create or replace function apply_joins(joining json, left_out integer[]) returns json[] language plpgsql as $$
begin
  insert into retrievals as r (id, jurisdiction, entity_name, name_key, record_number, tier, kind, sandbox, account_id, traceparent)
    select distinct on (j.jurisdiction, j.name_key, j.kind, j.tier, j.sandbox)
        j.retrieval_id, j.jurisdiction, j.entity_name, j.name_key, j.record_number, j.tier, j.kind, j.sandbox, j.account_id, j.traceparent
      from json_to_recordset(joining) j (place integer, line integer, account_id uuid, entity_name text, jurisdiction text, tier text,
        retrieval_id uuid, name_key text, record_number text, kind text, sandbox boolean, traceparent text)
      where j.place <> all (left_out)
      order by j.jurisdiction, j.name_key, j.kind, j.tier, j.sandbox, j.place, j.line
    on conflict (jurisdiction, name_key, kind, tier, sandbox) where finished_at is null do update set tier = r.tier;
  insert into jobs (id, account_id, entity_name, jurisdiction, tier, amount_credits, webhook_url, search_id, retrieval_id, status, traceparent)
    select j.id, j.account_id, j.entity_name, j.jurisdiction, j.tier, j.amount, j.webhook_url, j.search_id, r.id,
        case when r.attempts > 0 then 'processing' else 'pending' end, j.traceparent
      from json_to_recordset(joining) j (place integer, id uuid, account_id uuid, entity_name text, jurisdiction text, tier text, amount integer,
          webhook_url text, search_id uuid, name_key text, kind text, sandbox boolean, traceparent text)
        join retrievals r on r.jurisdiction = j.jurisdiction and r.name_key = j.name_key and r.kind = j.kind and r.tier = j.tier
          and r.sandbox is not distinct from j.sandbox and r.finished_at is null
      where j.place <> all (left_out);
  return array(
    select json_build_object('place', j.place, 'line', j.line, 'retrieval_id', added.retrieval_id)
      from json_to_recordset(joining) j (place integer, line integer, id uuid) join jobs added on added.id = j.id
      where j.place <> all (left_out));
end $$;

-- `write_together` (0094) adds rows that say nothing of their realm, and finds those alone.
do $$
declare
  before text := (select pg_get_functiondef(p.oid) from pg_proc p where p.proname = 'write_together' order by p.pronargs desc limit 1);
  after text;
begin
  after := replace(before, 'on conflict (jurisdiction, name_key, kind, tier) where', 'on conflict (jurisdiction, name_key, kind, tier, sandbox) where');
  after := replace(after, 'and r.finished_at is null', 'and r.finished_at is null and r.sandbox is null');
  if after = before then raise exception 'write_together is not what 0094 made it'; end if;
  execute after;
end $$;

-- Whether a worker that asks the registers in `sandboxes` in the sandbox, and the others for real, takes a question up; null takes both.
create function is_taken_up(r retrievals, sandboxes text[]) returns boolean language sql stable as $$
  select sandboxes is null or r.sandbox is null or r.sandbox = (r.jurisdiction = any (sandboxes)) or r.created_at < now() - interval '1 hour'
$$;

create function claim_due_retrievals(wanted uuid[], tokens uuid[], seconds integer, by_number boolean, sandboxes text[])
  returns table (retrieval json, waiting json, busy uuid)
  language plpgsql set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  own uuid[];
  locked uuid[];
begin
  own := array(
    select r.id from retrievals r
      where r.id = any (wanted) and (by_number or r.record_number is null)
        and is_taken_up(r, sandboxes));
  select coalesce(array_agg(l.id), '{}') into locked
    from (select r.id from retrievals r where r.id = any (own) order by r.id for no key update skip locked) l;
  return query
    with taken as (
      update retrievals r set attempts = r.attempts + 1, claims = r.claims + 1, claim = w.token, claimed_until = now() + make_interval(secs => seconds)
        from unnest(wanted, tokens) w (id, token)
        where r.id = w.id and r.id = any (locked) and r.finished_at is null and r.due_at <= now() + interval '50 ms'
          and (r.claimed_until is null or r.claimed_until < now())
        returning r.*
    ), begun as (
      update jobs set status = 'processing', started_at = now() where retrieval_id in (select id from taken) and status = 'pending'
    )
    select (to_jsonb(t) || jsonb_build_object('claimed_at', now(), 'waited_ms', extract(epoch from now() - t.created_at) * 1000))::json, (
        select coalesce(json_agg(j order by j.id), '[]')
          from (select id, account_id, entity_name, jurisdiction, tier, amount_credits, 'processing' as status, result from jobs
                 where retrieval_id = t.id and status in ('pending', 'processing')) j), null::uuid
      from taken t
    union all
    select null, null, r.id from retrievals r
      where r.id = any (own) and r.id <> all (locked) and r.finished_at is null and (r.claimed_until is null or r.claimed_until < now());
end $$;

-- For processes of the version before, which know of no numbers and would answer by the name alone.
create or replace function claim_due_retrievals(wanted uuid[], tokens uuid[], seconds integer) returns table (retrieval json, waiting json, busy uuid)
  language sql as $$ select * from claim_due_retrievals(wanted, tokens, seconds, false, null) $$;
