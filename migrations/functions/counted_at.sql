-- When an entry counts: a refund when its charge did. A refund without that time belongs to a job
-- whose charge has it.
create or replace function counted_at(e ledger_entries) returns timestamptz language sql stable as $$
  select case e.type
    when 'refund' then coalesce(e.charged_at, (select c.created_at from ledger_entries c where c.job_id = e.job_id and c.type = 'charge'))
    else e.created_at end
$$;
