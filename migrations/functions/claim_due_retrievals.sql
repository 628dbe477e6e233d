-- Claims due retrievals for a limited time, each with the token beside it, and marks their jobs as
-- begun. Returns the retrievals as they are then with the jobs that wait for them, or in `busy` the
-- id of one that another transaction holds: it is not waited for, because these claims belong to
-- many.
drop function if exists claim_due_retrievals(uuid[], uuid[], integer, boolean, text[]);
create or replace function claim_due_retrievals(wanted uuid[], tokens uuid[], seconds integer, sandboxes text[])
  returns table (retrieval json, waiting json, busy uuid)
  language plpgsql set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
declare
  own uuid[];
  locked uuid[];
begin
  own := array(
    select r.id from retrievals r
      where r.id = any (wanted) and is_taken_up(r, sandboxes));
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
    select (to_jsonb(t) || jsonb_build_object('claimed_at', now(), 'waited_ms', extract(epoch from now() - t.created_at) * 1000,
          'givenEvidence', case when t.tier = 'deep' then given_evidence_of(t.id) else '[]' end))::json, (
        select coalesce(json_agg(j order by j.id), '[]')
          from (select id, account_id, entity_name, jurisdiction, tier, amount_credits, 'processing' as status, result, evidence, read_after, reference from jobs
                 where retrieval_id = t.id and status in ('pending', 'processing')) j), null::uuid
      from taken t
    union all
    select null, null, r.id from retrievals r
      where r.id = any (own) and r.id <> all (locked) and r.finished_at is null and (r.claimed_until is null or r.claimed_until < now());
end $$;
