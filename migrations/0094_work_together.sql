-- Jobs and their ends of many requests in one statement and one commit, as charges are (0090); and the other statements of a worker for many at once.

-- What several transactions write, each wholly or not at all. `place` tells whose a row is, `line` which of theirs. What nobody writes is null. Locks are
-- taken in one order by all: retrievals, jobs, accounts, each by their ids. Returns
--   payers:  what every account that is charged has then, after how many entries of its ledger,
--   refused: the places that are left out, and why: `unpaid` or `crowded` because an account cannot pay for, or may not have, all that is asked of it
--            here; `moved` because a retrieval is no longer what its end was made for,
--   told:    what the writers of a row are told of it: a job the retrieval it waits for, an event its delivery.
-- The one of 0090 stays for processes of the version before.
-- In a hurry it gives up on a lock that others hold (55P03), rather than keep everybody waiting for one account.
create function write_together(charges json, askers json, outcomes json, searches json, joining json, answered json, endings json, settled json,
    said json, ranked json, events json, hurry boolean)
  returns json language plpgsql set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
declare
  moved integer[] := '{}';
  crowded integer[] := '{}';
  unpaid integer[] := '{}';
  left_out integer[];
  payers json := '[]';
  told json[] := '{}';
  more json[];
  ended_jobs uuid[];
  expected integer;
  written integer;
begin
  if hurry then perform set_config('lock_timeout', '200ms', true); end if;
  if joining is not null or endings is not null then
    perform from retrievals r
      where r.id in (
        select e.retrieval_id from json_to_recordset(endings) e (retrieval_id uuid)
        union
        select open.id from json_to_recordset(joining) j (jurisdiction text, name_key text, kind text, tier text)
          join retrievals open on open.jurisdiction = j.jurisdiction and open.name_key = j.name_key and open.kind = j.kind and open.tier = j.tier
            and open.finished_at is null)
      order by r.id for no key update;
  end if;
  if endings is not null then
    perform from jobs j where j.id in (select s.id from json_to_recordset(settled) s (id uuid)) order by j.id for no key update;
    select coalesce(array_agg(e.place), '{}') into moved
      from json_to_recordset(endings) e (place integer, retrieval_id uuid, claim uuid, jobs uuid[])
      where not exists (select from retrievals r where r.id = e.retrieval_id and r.claim = e.claim and r.finished_at is null)
        or e.jobs <> array(
          select j.id from jobs j where j.retrieval_id = e.retrieval_id and j.status in ('pending', 'processing') order by j.id);
  end if;
  if charges is not null then
    perform from accounts a
      where a.id in (select c.account_id from json_to_recordset(charges) c (account_id uuid)) order by a.id for no key update;
    -- What follows sees the balances under the lock.
    select coalesce(array_agg(c.place), '{}') into unpaid
      from json_to_recordset(charges) c (place integer, account_id uuid)
      join (select d.account_id, sum(d.amount) as asked from json_to_recordset(charges) d (account_id uuid, amount integer) group by d.account_id) t
        on t.account_id = c.account_id
      left join accounts a on a.id = c.account_id
      where t.asked > coalesce(a.credit_balance, 0);
  end if;
  if joining is not null then
    select coalesce(array_agg(j.place), '{}') into crowded
      from json_to_recordset(joining) j (place integer, account_id uuid)
      join (select k.account_id, count(*) as asked, min(k.most) as most from json_to_recordset(joining) k (account_id uuid, most integer)
             group by k.account_id) t on t.account_id = j.account_id
      where t.asked + (select count(*) from (
          select from jobs u where u.account_id = t.account_id and u.status in ('pending', 'processing') limit t.most) unfinished) > t.most;
  end if;
  left_out := moved || crowded || unpaid;

  -- First of all, so that nobody below joins what ends here.
  if endings is not null then
    update retrievals r set finished_at = now(), claimed_until = null
      from json_to_recordset(endings) e (place integer, retrieval_id uuid)
      where r.id = e.retrieval_id and e.place <> all (left_out);
  end if;

  if searches is not null then
    insert into searches (id, account_id, entity_name, jurisdictions, known)
      select s.id, s.account_id, s.entity_name, s.jurisdictions, s.known
        from json_to_recordset(searches) s (place integer, id uuid, account_id uuid, entity_name text, jurisdictions text[], known json)
        where s.place <> all (left_out);
  end if;

  if joining is not null then
    -- Equal questions share the unfinished retrieval, also those that come together.
    insert into retrievals as r (id, jurisdiction, entity_name, name_key, tier, kind, account_id, traceparent)
      select distinct on (j.jurisdiction, j.name_key, j.kind, j.tier)
          j.retrieval_id, j.jurisdiction, j.entity_name, j.name_key, j.tier, j.kind, j.account_id, j.traceparent
        from json_to_recordset(joining) j (place integer, line integer, account_id uuid, entity_name text, jurisdiction text, tier text,
          retrieval_id uuid, name_key text, kind text, traceparent text)
        where j.place <> all (left_out)
        order by j.jurisdiction, j.name_key, j.kind, j.tier, j.place, j.line
      on conflict (jurisdiction, name_key, kind, tier) where finished_at is null do update set tier = r.tier;
    insert into jobs (id, account_id, entity_name, jurisdiction, tier, amount_credits, webhook_url, search_id, retrieval_id, status, traceparent)
      select j.id, j.account_id, j.entity_name, j.jurisdiction, j.tier, j.amount, j.webhook_url, j.search_id, r.id,
          case when r.attempts > 0 then 'processing' else 'pending' end, j.traceparent
        from json_to_recordset(joining) j (place integer, id uuid, account_id uuid, entity_name text, jurisdiction text, tier text, amount integer,
            webhook_url text, search_id uuid, name_key text, kind text, traceparent text)
          join retrievals r on r.jurisdiction = j.jurisdiction and r.name_key = j.name_key and r.kind = j.kind and r.tier = j.tier
            and r.finished_at is null
        where j.place <> all (left_out);
    select array_agg(json_build_object('place', j.place, 'line', j.line, 'retrieval_id', kept.retrieval_id)) into more
      from json_to_recordset(joining) j (place integer, line integer, id uuid) join jobs kept on kept.id = j.id
      where j.place <> all (left_out);
    told := told || more;
  end if;

  if answered is not null then
    insert into jobs (id, account_id, entity_name, jurisdiction, tier, amount_credits, webhook_url, search_id, status, result, completed_at, traceparent)
      select a.id, a.account_id, a.entity_name, a.jurisdiction, a.tier, a.amount, a.webhook_url, a.search_id, 'completed', a.result, now(), a.traceparent
        from json_to_recordset(answered) a (place integer, id uuid, account_id uuid, entity_name text, jurisdiction text, tier text, amount integer,
          webhook_url text, search_id uuid, result json, traceparent text)
        where a.place <> all (left_out);
  end if;

  if settled is not null then
    with ended as (
      update jobs j set status = s.status, result = s.result, completed_at = now()
        from json_to_recordset(settled) s (place integer, id uuid, status text, result json)
        where j.id = s.id and j.status in ('pending', 'processing') and s.place <> all (left_out) returning j.id
    )
    select array_agg(id) into ended_jobs from ended;
    perform pg_notify('job_ended', id::text) from unnest(ended_jobs) id;
  end if;

  if said is not null then
    -- Two questions may have come to the same name at once: the later answer counts.
    insert into answers (jurisdiction, sandbox, name_key, answered_at, entity_id, match, closest, coverage)
      select distinct on (s.jurisdiction, s.sandbox, s.name_key)
          s.jurisdiction, s.sandbox, s.name_key, s.answered_at, s.entity_id, s.match, s.closest, s.coverage
        from json_to_recordset(said) s (place integer, jurisdiction text, sandbox boolean, name_key text, answered_at timestamptz, entity_id uuid,
          match jsonb, closest jsonb, coverage text)
        where s.place <> all (left_out)
        order by s.jurisdiction, s.sandbox, s.name_key, s.answered_at desc, s.place desc
      on conflict (jurisdiction, sandbox, name_key) do update
        set answered_at = excluded.answered_at, entity_id = excluded.entity_id, match = excluded.match, closest = excluded.closest,
            coverage = excluded.coverage
        where answers.answered_at <= excluded.answered_at;
  end if;

  if ranked is not null then
    insert into rankings (jurisdiction, sandbox, name_key, entity_ids, ranked_at)
      select distinct on (s.jurisdiction, s.sandbox, s.name_key) s.jurisdiction, s.sandbox, s.name_key, s.entity_ids, s.ranked_at
        from json_to_recordset(ranked) s (place integer, jurisdiction text, sandbox boolean, name_key text, entity_ids uuid[], ranked_at timestamptz)
        where s.place <> all (left_out)
        order by s.jurisdiction, s.sandbox, s.name_key, s.ranked_at desc, s.place desc
      on conflict (jurisdiction, sandbox, name_key) do update set entity_ids = excluded.entity_ids, ranked_at = excluded.ranked_at
        where rankings.ranked_at <= excluded.ranked_at;
  end if;

  if charges is not null then
    with charged as (
      select c.*, row_number() over running as nth, sum(c.amount) over running as taken
        from json_to_recordset(charges) c (place integer, line integer, id uuid, account_id uuid, amount integer, description text, operation text,
          key_id uuid, job_id uuid, search_id uuid)
        where c.place <> all (left_out)
        window running as (partition by c.account_id order by c.place, c.line)
    ), moved as (
      update accounts a set credit_balance = a.credit_balance - t.taken, last_entry = a.last_entry + t.entries
        from (select c.account_id, sum(c.amount) as taken, count(*) as entries from charged c group by c.account_id) t
        where a.id = t.account_id
        returning a.id, a.credit_balance + t.taken as balance_before, a.last_entry - t.entries as number_before
    )
    insert into ledger_entries (id, account_id, number, type, amount, balance_after, description, operation, key_id, job_id, search_id)
      select c.id, c.account_id, m.number_before + c.nth, 'charge', -c.amount, m.balance_before - c.taken, c.description, c.operation,
          c.key_id, c.job_id, c.search_id
        from charged c join moved m on m.id = c.account_id;
    select coalesce(json_agg(json_build_object('account_id', c.account_id, 'balance', coalesce(a.credit_balance, 0), 'entries', coalesce(a.last_entry, 0))), '[]') into payers
      from (select distinct d.account_id from json_to_recordset(charges) d (account_id uuid)) c left join accounts a on a.id = c.account_id;
  end if;

  if askers is not null then
    -- Two of one account may have asked for the same entity: the deeper tier and the later match count.
    insert into entity_askers as known (account_id, entity_id, tier, match)
      select n.account_id, n.entity_id, min(n.tier), ((array_agg(n.match order by n.place desc, n.line desc))[1])::jsonb
        from json_to_recordset(askers) n (place integer, line integer, account_id uuid, entity_id uuid, tier text, match json)
        where n.place <> all (left_out)
          and not exists (
            select from entity_askers k where k.account_id = n.account_id and k.entity_id = n.entity_id
              and k.match = n.match::jsonb and k.tier in ('deep', n.tier))
        group by n.account_id, n.entity_id order by n.account_id, n.entity_id
      on conflict (account_id, entity_id) do update
        set tier = least(known.tier, excluded.tier), match = excluded.match;
  end if;

  if outcomes is not null then
    select count(*) into expected from json_to_recordset(outcomes) o (place integer) where o.place <> all (left_out);
    update idempotency_keys k set outcome = o.outcome, finished = false
      from json_to_recordset(outcomes) o (place integer, account_id uuid, key text, claim uuid, outcome json)
      where k.account_id = o.account_id and k.key = o.key and k.claim = o.claim and not k.finished and o.place <> all (left_out);
    get diagnostics written = row_count;
    if written <> expected then
      raise exception 'the claim on an Idempotency-Key is gone' using errcode = 'integrity_constraint_violation';
    end if;
  end if;

  if events is not null then
    insert into events (id, account_id, job_id, type, body)
      select e.id, j.account_id, e.job_id, e.type, e.body
        from json_to_recordset(events) e (place integer, line integer, id uuid, job_id uuid, type text, body text) join jobs j on j.id = e.job_id
        where j.webhook_url is not null and e.place <> all (left_out)
        order by e.place, e.line
      on conflict (job_id, type) do nothing;
    insert into deliveries (id, event_id, account_id, job_id, url)
      select e.delivery_id, kept.id, kept.account_id, kept.job_id, j.webhook_url
        from json_to_recordset(events) e (place integer, line integer, id uuid, delivery_id uuid)
          join events kept on kept.id = e.id join jobs j on j.id = kept.job_id
        order by e.place, e.line;
    select array_agg(json_build_object('place', e.place, 'line', e.line, 'destination', d.destination, 'account_id', d.account_id)) into more
      from json_to_recordset(events) e (place integer, line integer, delivery_id uuid) join deliveries d on d.id = e.delivery_id;
    told := told || more;
  end if;

  return json_build_object(
    'payers', payers,
    'refused', (
      select coalesce(json_agg(r), '[]') from (
        select place, 'moved' as reason from unnest(moved) place
        union all select place, 'crowded' from unnest(crowded) place
        union all select place, 'unpaid' from unnest(unpaid) place) r),
    'told', to_json(told));
end $$;

-- Takes retrievals that are due for a limited time, each with the token beside it, and marks their jobs as begun. Whoever is just adding a job is waited
-- for. Returns the retrievals as they are then, and the jobs that wait for them.
create function claim_retrievals(wanted uuid[], tokens uuid[], seconds integer) returns table (retrieval json, waiting json)
  language plpgsql set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  perform from retrievals r where r.id = any (wanted) order by r.id for no key update;
  return query
    with taken as (
      update retrievals r set attempts = r.attempts + 1, claims = r.claims + 1, claim = w.token, claimed_until = now() + make_interval(secs => seconds)
        from unnest(wanted, tokens) w (id, token)
        where r.id = w.id and r.finished_at is null and r.due_at <= now() + interval '50 ms' and (r.claimed_until is null or r.claimed_until < now())
        returning r.*
    ), begun as (
      update jobs set status = 'processing', started_at = now() where retrieval_id in (select id from taken) and status = 'pending'
    )
    select to_json(t), (
        select coalesce(json_agg(j order by j.id), '[]')
          from (select id, account_id, entity_name, jurisdiction, tier, amount_credits, 'processing' as status, result from jobs
                 where retrieval_id = t.id and status in ('pending', 'processing')) j)
      from taken t;
end $$;
