-- Begins checks of watches that `refuse_checks` admitted, and adds their jobs.
create or replace function checks_begin(rows json, left_out integer[]) returns void language plpgsql as $$
begin
  update watches w
    set check_job = b.job_id, check_due = b.due, check_asked = case when w.check_job is null then b.claim is null else w.check_asked end,
        claim = b.claim, claimed_until = case when b.claim is not null then w.claimed_until end
    from json_to_recordset(rows) b (place integer, watch_id uuid, job_id uuid, claim uuid, due timestamptz)
    where w.id = b.watch_id and b.place <> all (left_out);
  insert into jobs (id, account_id, entity_name, jurisdiction, tier, amount_credits, status, watch_id, reference)
    select b.job_id, w.account_id, e.record ->> 'name', w.jurisdiction, b.tier, b.amount, case when b.claim is null then 'pending' else 'processing' end, w.id, w.reference
      from json_to_recordset(rows) b (place integer, watch_id uuid, job_id uuid, claim uuid, tier text, amount integer)
        join watches w on w.id = b.watch_id join entities e on e.id = w.entity_id
      where b.place <> all (left_out)
    on conflict (id) do update set status = 'processing' where jobs.status = 'pending';
end $$;
