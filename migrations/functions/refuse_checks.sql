-- Locks the watches whose checks begin, by their ids and before anything else, and returns which
-- sets cannot be. `moved`: the watch is gone, paused, of another tier, under a check already, or
-- claimed by another worker; or the check was begun before and its job has ended. `claim` is null
-- where the owner asked. A check due in an earlier month than the last one counts in that one's.
create or replace function refuse_checks(checks json) returns batch_refusal[] language plpgsql as $$
begin
  perform from watches w
    where w.id in (select b.watch_id from json_to_recordset(checks) b (watch_id uuid)) order by w.id for no key update;
  perform from jobs j
    where j.id in (select b.job_id from json_to_recordset(checks) b (job_id uuid)) order by j.id for no key update;
  return array(
    select case when c.has_moved then row (c.place, 'moved', null)::batch_refusal
             else row (c.place, 'unpaid', jsonb_build_array(jsonb_build_object('limited_by', 'max_credits_per_month',
               'available', c.available, 'resets_at', (c.month + interval '1 month') at time zone 'UTC')))::batch_refusal end
      from (
        select b.place, b.amount, m.month,
            w.id is null or w.status <> 'active' or w.tier <> b.tier or w.claim is distinct from b.claim and b.claim is not null
              or w.check_job is not null and (b.claim is null or w.check_job <> b.job_id)
              or j.status in ('completed', 'failed', 'refunded')
              or row_number() over (partition by b.watch_id order by b.place) > 1 as has_moved,
            case when w.max_credits_per_month is not null
              then greatest(w.max_credits_per_month - case when w.spent_month = m.month::date then w.spent else 0 end, 0) end as available
          from json_to_recordset(checks) b (place integer, watch_id uuid, account_id uuid, job_id uuid, claim uuid, due timestamptz, tier text, amount integer)
            left join watches w on w.id = b.watch_id and w.account_id = b.account_id
            cross join lateral (select greatest(date_trunc('month', b.due at time zone 'UTC'), w.spent_month::timestamp) as month) m
            left join jobs j on j.id = b.job_id) c
      where c.has_moved or c.available < c.amount);
end $$;
