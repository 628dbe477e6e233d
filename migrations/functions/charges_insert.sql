-- The write `charges.insert`. All charges of an account move its balance at once; its entries are numbered from there, each
-- account by its own moment. The entry of a plain answer keeps its record. Returns what the accounts
-- have then.
create or replace function charges_insert(rows json, left_out integer[], moment timestamptz) returns json language plpgsql as $$
#variable_conflict use_column
declare
  charged_payers json;
  has_others boolean;
begin
  with charged as (
    select c.*, row_number() over running as nth, sum(c.amount) over running as taken
      from json_to_recordset(rows) c (place integer, line integer, id uuid, account_id uuid, amount integer, description text, operation text,
        key_id uuid, grant_id text, job_id uuid, search_id uuid, entity_id uuid, entity_name text, jurisdiction text, watch_id uuid, batch_id uuid,
        batch_line integer, reference text, recorded json)
      where c.place <> all (left_out)
      window running as (partition by c.account_id order by c.place, c.line)
  ), moved as (
    update accounts a set credit_balance = a.credit_balance - t.taken, last_entry = a.last_entry + t.entries,
        last_budgeted_at = case when a.last_budgeted_at is not null then greatest(charges_insert.moment, a.last_budgeted_at) end
      from (select c.account_id, sum(c.amount) as taken, count(*) as entries,
                bool_or(c.recorded is null and c.job_id is null and c.batch_id is null) as has_others
              from charged c group by c.account_id) t
      where a.id = t.account_id
      returning a.id, a.credit_balance, a.last_entry, a.credit_balance + t.taken as balance_before, a.last_entry - t.entries as number_before,
        coalesce(a.last_budgeted_at, charges_insert.moment) as charged_at, t.has_others
  ), entered as (
    insert into ledger_entries (id, account_id, number, type, amount, balance_after, description, operation, key_id, grant_id, job_id, search_id,
        entity_id, entity_name, jurisdiction, watch_id, batch_id, batch_line, reference, recorded, created_at)
      select c.id, c.account_id, m.number_before + c.nth, 'charge', -c.amount, m.balance_before - c.taken, c.description, c.operation,
          c.key_id, c.grant_id, c.job_id, c.search_id, c.entity_id, c.entity_name, c.jurisdiction, c.watch_id, c.batch_id, c.batch_line, c.reference,
          c.recorded, m.charged_at
        from charged c join moved m on m.id = c.account_id
  )
  select json_agg(json_build_object('account_id', m.id, 'balance', m.credit_balance)), bool_or(m.has_others) into charged_payers, has_others from moved m;
  if has_others then perform keep_records_of_charges(rows, left_out); end if;
  return charged_payers;
end $$;
