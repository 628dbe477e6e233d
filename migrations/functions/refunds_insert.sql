-- Refunds what was charged for jobs, once each, except for jobs that had ended before. Never older
-- than the charge, even when the clock was set back: the check of budgets reads the entries of a
-- period alone. The record of a job that was answered says so. Reports the entries.
create or replace function refunds_insert(rows json, ended_before uuid[], left_out integer[]) returns json[] language plpgsql as $$
#variable_conflict use_column
declare
  reports json[];
begin
  with due as (
    select distinct on (r.job_id) r.place, r.line, r.id, r.description, c.account_id, -c.amount as amount, c.operation, c.key_id, c.grant_id, c.job_id,
        c.search_id, c.entity_id, c.entity_name, c.jurisdiction, c.watch_id, c.batch_id, c.batch_line, c.reference, c.created_at as charged_at
      from json_to_recordset(rows) r (place integer, line integer, id uuid, job_id uuid, description text)
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
    insert into ledger_entries (id, account_id, number, type, amount, balance_after, description, operation, key_id, grant_id, job_id, search_id, entity_id,
        entity_name, jurisdiction, watch_id, batch_id, batch_line, reference, charged_at, created_at)
      select n.id, n.account_id, m.number_before + n.nth, 'refund', n.amount, m.balance_before + n.given, n.description, n.operation,
          n.key_id, n.grant_id, n.job_id, n.search_id, n.entity_id, n.entity_name, n.jurisdiction, n.watch_id, n.batch_id, n.batch_line, n.reference, n.charged_at,
          greatest(ledger_now(), n.charged_at)
        from numbered n join moved m on m.id = n.account_id
      returning id, amount, balance_after
  ), noted as (
    update records r set credits_refunded = r.credits_charged from numbered n where r.id = n.job_id and r.credits_refunded < r.credits_charged
  )
  select array_agg(json_build_object('place', n.place, 'line', n.line, 'amount', g.amount, 'balance', g.balance_after)) into reports
    from numbered n join given g on g.id = n.id;
  return coalesce(reports, '{}');
end $$;
