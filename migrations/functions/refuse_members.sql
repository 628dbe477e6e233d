-- Of the transactions of each account that cannot have everything, those are admitted, in their
-- order, that fit beside those admitted before them, within the balance and within every budget:
-- the same as if each had come by itself. `over_budget` are accounts of which more was reserved
-- than their budgets have.
create or replace function refuse_members(charges json, joins json, finishes json, over_budget uuid[]) returns batch_refusal[] language plpgsql as $$
#variable_conflict use_column
declare
  refused batch_refusal[] := '{}';
  over_limits uuid[];
  crowded uuid[];
  account uuid;
  -- What is left of each limit, by its name: 'balance', or the id of a budget.
  room jsonb;
  job_room integer;
  member record;
  short record;
begin
  over_limits := over_budget;
  if finishes is not null then
    select coalesce(array_agg(row (e.place, 'moved', null)::batch_refusal), '{}') into refused
      from json_to_recordset(finishes) e (place integer, retrieval_id uuid, claim uuid, jobs uuid[])
      where not exists (select from retrievals r where r.id = e.retrieval_id and r.claim = e.claim and r.finished_at is null)
        or e.jobs <> array(
          select j.id from jobs j where j.retrieval_id = e.retrieval_id and j.status in ('pending', 'processing') order by j.id);
  end if;
  if charges is not null then
    select over_budget || coalesce(array_agg(t.account_id), '{}') into over_limits
      from (select c.account_id, sum(c.amount) as asked from json_to_recordset(charges) c (account_id uuid, amount integer) group by c.account_id) t
      left join accounts a on a.id = t.account_id
      where t.asked > coalesce(a.credit_balance, 0);
  end if;
  if joins is not null then
    select coalesce(array_agg(t.account_id), '{}') into crowded
      from (select j.account_id, count(*) as asked, min(j.most) as most from json_to_recordset(joins) j (account_id uuid, most integer)
             group by j.account_id) t
      where t.asked + unfinished_jobs(t.account_id, t.most) > t.most;
    over_limits := over_limits || crowded;
  end if;

  foreach account in array array(select distinct id from unnest(over_limits) id) loop
    room := jsonb_build_object('balance', coalesce((select a.credit_balance from accounts a where a.id = account), 0))
      || coalesce((
        select jsonb_object_agg(b.id, greatest(b.credits - b.spent + reserved.amount, 0))
          from (select a.budget_id, sum(a.amount) as amount from budgets_asked(charges, account) a group by a.budget_id) reserved
            join budgets b on b.id = reserved.budget_id), '{}');
    job_room := (select min(j.most) - unfinished_jobs(account, min(j.most)) from json_to_recordset(joins) j (account_id uuid, most integer)
                  where j.account_id = account);
    for member in
      select m.place, sum(m.jobs) as jobs, coalesce(jsonb_object_agg(m.name, m.amount) filter (where m.name is not null), '{}') as asks
        from (
          select c.place, 'balance' as name, sum(c.amount) as amount, 0 as jobs
            from json_to_recordset(charges) c (place integer, account_id uuid, amount integer)
            where c.account_id = account group by c.place
          union all
          select a.place, a.budget_id::text, sum(a.amount), 0 from budgets_asked(charges, account) a group by a.place, a.budget_id
          union all
          select j.place, null, null, 1 from json_to_recordset(joins) j (place integer, account_id uuid) where j.account_id = account) m
        where m.place <> all (select r.place from unnest(refused) r)
        group by m.place order by m.place
    loop
      select jsonb_agg(s) as limits into short
        from (
          select case when b.id is null then 'balance' when b.key_id is not null then 'key_budget' else 'grant_budget' end as limited_by,
              (room ->> asked.key)::bigint as available, budget_resets_at(b.every, b.period_start) as resets_at
            from jsonb_each_text(member.asks) asked left join budgets b on b.id = nullif(asked.key, 'balance')::uuid
            where asked.value::bigint > (room ->> asked.key)::bigint) s;
      if member.jobs > 0 and member.jobs > job_room then
        refused := refused || row (member.place, 'crowded', null)::batch_refusal;
      elsif short.limits is not null then
        refused := refused || row (member.place, 'unpaid', short.limits)::batch_refusal;
      else
        room := room || (
          select coalesce(jsonb_object_agg(asked.key, (room ->> asked.key)::bigint - asked.value::bigint), '{}') from jsonb_each_text(member.asks) asked);
        job_room := job_room - member.jobs;
      end if;
    end loop;
  end loop;
  return refused;
end $$;
