-- The batch of many requests in parts that can be read one by one: lock, refuse, apply. Refunds are among what is written; what an account can afford of
-- a batch is admitted here, without another statement; no answer is dated later than the database's own clock. `write_together` (0094) stays for
-- processes of the version before.

-- What an entry paid for, where no job tells it.
alter table ledger_entries
  add column entity_id    uuid,
  add column entity_name  text,
  add column jurisdiction text;

-- A transaction that is left out of its batch. `reason`: `moved` (its retrieval is no longer what its end was made for), `crowded` (its account has as many
-- unfinished jobs as it may have), `unpaid` (its account has only `available` credits).
create type batch_refusal as (place integer, reason text, available integer);

-- ---- Lock. Everybody locks in one order: retrievals, jobs, accounts, each by their ids. What follows sees the rows under their locks. ----

create function lock_retrievals(joining json, endings json) returns void language plpgsql as $$
begin
  perform from retrievals r
    where r.id in (
      select e.retrieval_id from json_to_recordset(endings) e (retrieval_id uuid)
      union
      select open.id from json_to_recordset(joining) j (jurisdiction text, name_key text, kind text, tier text)
        join retrievals open on open.jurisdiction = j.jurisdiction and open.name_key = j.name_key and open.kind = j.kind and open.tier = j.tier
          and open.finished_at is null)
    order by r.id for no key update;
end $$;

create function lock_jobs(settled json, refunds json) returns void language plpgsql as $$
begin
  perform from jobs j
    where j.id in (
      select s.id from json_to_recordset(settled) s (id uuid)
      union select r.job_id from json_to_recordset(refunds) r (job_id uuid))
    order by j.id for no key update;
end $$;

create function lock_accounts(charges json, refunds json) returns void language plpgsql as $$
begin
  if refunds is null then
    perform from accounts a
      where a.id in (select c.account_id from json_to_recordset(charges) c (account_id uuid)) order by a.id for no key update;
  else
    perform from accounts a
      where a.id in (
        select c.account_id from json_to_recordset(charges) c (account_id uuid)
        union
        select e.account_id from json_to_recordset(refunds) r (job_id uuid) join ledger_entries e on e.job_id = r.job_id and e.type = 'charge')
      order by a.id for no key update;
  end if;
end $$;

-- ---- Refuse. ----

-- Of the transactions of each account that cannot have everything, those are admitted, in their order, that fit beside those admitted before them: the
-- same as if each had come by itself.
create function refuse_members(charges json, joining json, endings json) returns batch_refusal[] language plpgsql as $$
#variable_conflict use_column
declare
  refused batch_refusal[] := '{}';
  over_limits uuid[] := '{}';
  crowded uuid[];
  account uuid;
  credits integer;
  room integer;
  member record;
begin
  if endings is not null then
    select coalesce(array_agg(row (e.place, 'moved', null)::batch_refusal), '{}') into refused
      from json_to_recordset(endings) e (place integer, retrieval_id uuid, claim uuid, jobs uuid[])
      where not exists (select from retrievals r where r.id = e.retrieval_id and r.claim = e.claim and r.finished_at is null)
        or e.jobs <> array(
          select j.id from jobs j where j.retrieval_id = e.retrieval_id and j.status in ('pending', 'processing') order by j.id);
  end if;
  if charges is not null then
    select coalesce(array_agg(t.account_id), '{}') into over_limits
      from (select c.account_id, sum(c.amount) as asked from json_to_recordset(charges) c (account_id uuid, amount integer) group by c.account_id) t
      left join accounts a on a.id = t.account_id
      where t.asked > coalesce(a.credit_balance, 0);
  end if;
  if joining is not null then
    select coalesce(array_agg(t.account_id), '{}') into crowded
      from (select j.account_id, count(*) as asked, min(j.most) as most from json_to_recordset(joining) j (account_id uuid, most integer)
             group by j.account_id) t
      where t.asked + unfinished_jobs(t.account_id, t.most) > t.most;
    over_limits := over_limits || crowded;
  end if;

  foreach account in array array(select distinct id from unnest(over_limits) id) loop
    credits := coalesce((select a.credit_balance from accounts a where a.id = account), 0);
    room := (select min(j.most) - unfinished_jobs(account, min(j.most)) from json_to_recordset(joining) j (account_id uuid, most integer)
              where j.account_id = account);
    for member in
      select m.place, sum(m.amount) as amount, sum(m.jobs) as jobs
        from (
          select c.place, c.amount, 0 as jobs from json_to_recordset(charges) c (place integer, account_id uuid, amount integer)
            where c.account_id = account
          union all
          select j.place, 0, 1 from json_to_recordset(joining) j (place integer, account_id uuid) where j.account_id = account) m
        where m.place <> all (select r.place from unnest(refused) r)
        group by m.place order by m.place
    loop
      if member.jobs > 0 and member.jobs > room then
        refused := refused || row (member.place, 'crowded', null)::batch_refusal;
      elsif member.amount > credits then
        refused := refused || row (member.place, 'unpaid', credits)::batch_refusal;
      else
        credits := credits - member.amount;
        room := room - member.jobs;
      end if;
    end loop;
  end loop;
  return refused;
end $$;

-- No more than `most` are counted.
create function unfinished_jobs(account uuid, most integer) returns integer language sql stable as $$
  select count(*)::integer from (
    select from jobs j where j.account_id = account and j.status in ('pending', 'processing') limit most) unfinished
$$;

-- ---- Apply. Each for one kind of row; `left_out` are the places that were refused. ----

create function apply_endings(endings json, left_out integer[]) returns void language plpgsql as $$
begin
  update retrievals r set finished_at = now(), claimed_until = null
    from json_to_recordset(endings) e (place integer, retrieval_id uuid)
    where r.id = e.retrieval_id and e.place <> all (left_out);
end $$;

create function apply_searches(searches json, left_out integer[]) returns void language plpgsql as $$
begin
  insert into searches (id, account_id, entity_name, jurisdictions, known)
    select s.id, s.account_id, s.entity_name, s.jurisdictions, s.known
      from json_to_recordset(searches) s (place integer, id uuid, account_id uuid, entity_name text, jurisdictions text[], known json)
      where s.place <> all (left_out);
end $$;

-- Equal questions share the unfinished retrieval, also those that come together. Reports the retrieval of every job.
create function apply_joins(joining json, left_out integer[]) returns json[] language plpgsql as $$
begin
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
  return array(
    select json_build_object('place', j.place, 'line', j.line, 'retrieval_id', added.retrieval_id)
      from json_to_recordset(joining) j (place integer, line integer, id uuid) join jobs added on added.id = j.id
      where j.place <> all (left_out));
end $$;

create function apply_answered_jobs(answered json, left_out integer[]) returns void language plpgsql as $$
begin
  insert into jobs (id, account_id, entity_name, jurisdiction, tier, amount_credits, webhook_url, search_id, status, result, completed_at, traceparent)
    select a.id, a.account_id, a.entity_name, a.jurisdiction, a.tier, a.amount, a.webhook_url, a.search_id, 'completed', a.result, now(), a.traceparent
      from json_to_recordset(answered) a (place integer, id uuid, account_id uuid, entity_name text, jurisdiction text, tier text, amount integer,
        webhook_url text, search_id uuid, result json, traceparent text)
      where a.place <> all (left_out);
end $$;

-- Returns the jobs that had ended before: what else is written about their end here must not be.
create function apply_job_ends(settled json, left_out integer[]) returns uuid[] language plpgsql as $$
declare
  ended_now uuid[];
begin
  with ended as (
    update jobs j set status = s.status, result = s.result, completed_at = now()
      from json_to_recordset(settled) s (place integer, id uuid, status text, result json)
      where j.id = s.id and j.status in ('pending', 'processing') and s.place <> all (left_out) returning j.id
  )
  select coalesce(array_agg(id), '{}') into ended_now from ended;
  perform pg_notify('job_ended', id::text) from unnest(ended_now) id;
  return array(
    select s.id from json_to_recordset(settled) s (place integer, id uuid) where s.place <> all (left_out) and s.id <> all (ended_now));
end $$;

-- Two questions may have come to the same name at once: the later answer counts. A clock that is ahead must not keep later answers out.
create function apply_answers(said json, left_out integer[]) returns void language plpgsql as $$
begin
  insert into answers (jurisdiction, sandbox, name_key, answered_at, entity_id, match, closest, coverage)
    select distinct on (s.jurisdiction, s.sandbox, s.name_key)
        s.jurisdiction, s.sandbox, s.name_key, least(s.answered_at, now()), s.entity_id, s.match, s.closest, s.coverage
      from json_to_recordset(said) s (place integer, jurisdiction text, sandbox boolean, name_key text, answered_at timestamptz, entity_id uuid,
        match jsonb, closest jsonb, coverage text)
      where s.place <> all (left_out)
      order by s.jurisdiction, s.sandbox, s.name_key, s.answered_at desc, s.place desc
    on conflict (jurisdiction, sandbox, name_key) do update
      set answered_at = excluded.answered_at, entity_id = excluded.entity_id, match = excluded.match, closest = excluded.closest,
          coverage = excluded.coverage
      where answers.answered_at <= excluded.answered_at;
end $$;

create function apply_rankings(ranked json, left_out integer[]) returns void language plpgsql as $$
begin
  insert into rankings (jurisdiction, sandbox, name_key, entity_ids, ranked_at)
    select distinct on (s.jurisdiction, s.sandbox, s.name_key) s.jurisdiction, s.sandbox, s.name_key, s.entity_ids, least(s.ranked_at, now())
      from json_to_recordset(ranked) s (place integer, jurisdiction text, sandbox boolean, name_key text, entity_ids uuid[], ranked_at timestamptz)
      where s.place <> all (left_out)
      order by s.jurisdiction, s.sandbox, s.name_key, s.ranked_at desc, s.place desc
    on conflict (jurisdiction, sandbox, name_key) do update set entity_ids = excluded.entity_ids, ranked_at = excluded.ranked_at
      where rankings.ranked_at <= excluded.ranked_at;
end $$;

-- All charges of an account move its balance at once; its entries are numbered from there.
create function apply_charges(charges json, left_out integer[]) returns void language plpgsql as $$
#variable_conflict use_column
begin
  with charged as (
    select c.*, row_number() over running as nth, sum(c.amount) over running as taken
      from json_to_recordset(charges) c (place integer, line integer, id uuid, account_id uuid, amount integer, description text, operation text,
        key_id uuid, job_id uuid, search_id uuid, entity_id uuid, entity_name text, jurisdiction text)
      where c.place <> all (left_out)
      window running as (partition by c.account_id order by c.place, c.line)
  ), moved as (
    update accounts a set credit_balance = a.credit_balance - t.taken, last_entry = a.last_entry + t.entries
      from (select c.account_id, sum(c.amount) as taken, count(*) as entries from charged c group by c.account_id) t
      where a.id = t.account_id
      returning a.id, a.credit_balance + t.taken as balance_before, a.last_entry - t.entries as number_before
  )
  insert into ledger_entries (id, account_id, number, type, amount, balance_after, description, operation, key_id, job_id, search_id, entity_id,
      entity_name, jurisdiction)
    select c.id, c.account_id, m.number_before + c.nth, 'charge', -c.amount, m.balance_before - c.taken, c.description, c.operation,
        c.key_id, c.job_id, c.search_id, c.entity_id, c.entity_name, c.jurisdiction
      from charged c join moved m on m.id = c.account_id;
end $$;

-- Gives back what was charged for jobs, once each, except for jobs that had ended before. Reports the entries.
create function apply_refunds(refunds json, ended_before uuid[], left_out integer[]) returns json[] language plpgsql as $$
#variable_conflict use_column
declare
  reports json[];
begin
  with due as (
    select distinct on (r.job_id) r.place, r.line, r.id, r.description, c.account_id, -c.amount as amount, c.operation, c.key_id, c.job_id, c.search_id,
        c.entity_id, c.entity_name, c.jurisdiction
      from json_to_recordset(refunds) r (place integer, line integer, id uuid, job_id uuid, description text)
        join ledger_entries c on c.job_id = r.job_id and c.type = 'charge'
      where r.place <> all (left_out) and r.job_id <> all (ended_before)
        and not exists (select from ledger_entries given where given.job_id = r.job_id and given.type = 'refund')
      order by r.job_id, r.place, r.line
  ), numbered as (
    select d.*, row_number() over running as nth, sum(d.amount) over running as given
      from due d window running as (partition by d.account_id order by d.place, d.line)
  ), moved as (
    update accounts a set credit_balance = a.credit_balance + t.given, last_entry = a.last_entry + t.entries
      from (select n.account_id, sum(n.amount) as given, count(*) as entries from numbered n group by n.account_id) t
      where a.id = t.account_id
      returning a.id, a.credit_balance - t.given as balance_before, a.last_entry - t.entries as number_before
  ), given as (
    insert into ledger_entries (id, account_id, number, type, amount, balance_after, description, operation, key_id, job_id, search_id, entity_id,
        entity_name, jurisdiction)
      select n.id, n.account_id, m.number_before + n.nth, 'refund', n.amount, m.balance_before + n.given, n.description, n.operation,
          n.key_id, n.job_id, n.search_id, n.entity_id, n.entity_name, n.jurisdiction
        from numbered n join moved m on m.id = n.account_id
      returning id, amount, balance_after
  )
  select array_agg(json_build_object('place', n.place, 'line', n.line, 'amount', g.amount, 'balance', g.balance_after)) into reports
    from numbered n join given g on g.id = n.id;
  return coalesce(reports, '{}');
end $$;

-- Two of one account may have asked for the same entity: the deeper tier and the later match count.
create function apply_accesses(askers json, left_out integer[]) returns void language plpgsql as $$
begin
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
end $$;

create function apply_outcomes(outcomes json, left_out integer[]) returns void language plpgsql as $$
declare
  expected integer;
  written integer;
begin
  select count(*) into expected from json_to_recordset(outcomes) o (place integer) where o.place <> all (left_out);
  update idempotency_keys k set outcome = o.outcome, finished = false
    from json_to_recordset(outcomes) o (place integer, account_id uuid, key text, claim uuid, outcome json)
    where k.account_id = o.account_id and k.key = o.key and k.claim = o.claim and not k.finished and o.place <> all (left_out);
  get diagnostics written = row_count;
  if written <> expected then
    raise exception 'the claim on an Idempotency-Key is gone' using errcode = 'integrity_constraint_violation';
  end if;
end $$;

-- Events of jobs that have a webhook_url, with their deliveries, except for jobs that had ended before. Reports the deliveries.
create function apply_events(events json, ended_before uuid[], left_out integer[]) returns json[] language plpgsql as $$
begin
  insert into events (id, account_id, job_id, type, body)
    select e.id, j.account_id, e.job_id, e.type, e.body
      from json_to_recordset(events) e (place integer, line integer, id uuid, job_id uuid, type text, body text) join jobs j on j.id = e.job_id
      where j.webhook_url is not null and e.place <> all (left_out) and e.job_id <> all (ended_before)
      order by e.place, e.line
    on conflict (job_id, type) do nothing;
  insert into deliveries (id, event_id, account_id, job_id, url)
    select e.delivery_id, added.id, added.account_id, added.job_id, j.webhook_url
      from json_to_recordset(events) e (place integer, line integer, id uuid, delivery_id uuid)
        join events added on added.id = e.id join jobs j on j.id = added.job_id
      order by e.place, e.line;
  return array(
    select json_build_object('place', e.place, 'line', e.line, 'destination', d.destination, 'account_id', d.account_id)
      from json_to_recordset(events) e (place integer, line integer, delivery_id uuid) join deliveries d on d.id = e.delivery_id);
end $$;

-- ---- All of it. ----

-- What several transactions write, each wholly or not at all, in one statement. `place` tells whose a row is, `line` which of theirs; kinds that nobody writes
-- are null. With a limit on waiting for locks it fails with 55P03 rather than keep everybody waiting for one account. Returns
--   payers:  what every account that is charged or refunded has then, after how many entries of its ledger,
--   refused: the places that are left out, and why (see batch_refusal),
--   told:    the reports of joins, refunds and events.
create function commit_batch(charges json, refunds json, askers json, outcomes json, searches json, joining json, answered json, endings json,
    settled json, said json, ranked json, events json, lock_timeout_ms integer)
  returns json language plpgsql set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  refused batch_refusal[];
  left_out integer[] := '{}';
  ended_before uuid[] := '{}';
  payers json := '[]';
  reports json[] := '{}';
begin
  if lock_timeout_ms is not null then perform set_config('lock_timeout', lock_timeout_ms || 'ms', true); end if;
  if joining is not null or endings is not null then perform lock_retrievals(joining, endings); end if;
  if endings is not null or refunds is not null then perform lock_jobs(settled, refunds); end if;
  if charges is not null or refunds is not null then perform lock_accounts(charges, refunds); end if;

  refused := refuse_members(charges, joining, endings);
  if refused <> '{}' then left_out := array(select r.place from unnest(refused) r); end if;

  -- First of all, so that no join below meets a retrieval that ends here.
  if endings is not null then perform apply_endings(endings, left_out); end if;
  if searches is not null then perform apply_searches(searches, left_out); end if;
  if joining is not null then reports := reports || apply_joins(joining, left_out); end if;
  if answered is not null then perform apply_answered_jobs(answered, left_out); end if;
  if settled is not null then ended_before := apply_job_ends(settled, left_out); end if;
  if said is not null then perform apply_answers(said, left_out); end if;
  if ranked is not null then perform apply_rankings(ranked, left_out); end if;
  if charges is not null then perform apply_charges(charges, left_out); end if;
  if refunds is not null then reports := reports || apply_refunds(refunds, ended_before, left_out); end if;
  if askers is not null then perform apply_accesses(askers, left_out); end if;
  if outcomes is not null then perform apply_outcomes(outcomes, left_out); end if;
  if events is not null then reports := reports || apply_events(events, ended_before, left_out); end if;

  if charges is not null or refunds is not null then payers := balances_of(charges, refunds); end if;
  return json_build_object('payers', payers, 'refused', to_json(refused), 'told', to_json(reports));
end $$;

create function balances_of(charges json, refunds json) returns json language plpgsql as $$
declare
  balances json;
begin
  if refunds is null then
    select coalesce(json_agg(json_build_object('account_id', c.account_id, 'balance', coalesce(a.credit_balance, 0), 'entries', coalesce(a.last_entry, 0))), '[]')
      into balances
      from (select distinct d.account_id from json_to_recordset(charges) d (account_id uuid)) c left join accounts a on a.id = c.account_id;
  else
    select coalesce(json_agg(json_build_object('account_id', a.id, 'balance', a.credit_balance, 'entries', a.last_entry)), '[]') into balances
      from (
        select d.account_id from json_to_recordset(charges) d (account_id uuid)
        union
        select e.account_id from json_to_recordset(refunds) r (job_id uuid) join ledger_entries e on e.job_id = r.job_id and e.type = 'charge'
      ) c join accounts a on a.id = c.account_id;
  end if;
  return balances;
end $$;
