-- Charges of many requests in one statement and one commit. The rules of 0002 stay, in a form that holds for entries added together too.

-- An entry that comes without a number gets it here, with its running balance, and moves the balance of its account. One that comes with them was
-- numbered under the account's lock; `ledger_entries_continue` holds it to that.
create or replace function ledger_entry_moves_balance() returns trigger language plpgsql as $$
begin
  if new.number is not null then return new; end if;
  update accounts set credit_balance = credit_balance + new.amount, last_entry = last_entry + 1
    where id = new.account_id and credit_balance + new.amount >= 0
    returning credit_balance, last_entry into new.balance_after, new.number;
  if not found then
    raise exception 'insufficient credits' using errcode = 'ST402',
      detail = coalesce((select credit_balance from accounts where id = new.account_id), 0)::text;
  end if;
  return new;
end $$;

-- Whoever inserts, every entry continues the one before it, and the account has counted it.
create function ledger_entries_continue() returns trigger language plpgsql
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
declare
  broken uuid;
begin
  select added.account_id into broken
    from added join accounts a on a.id = added.account_id
      left join ledger_entries before on before.account_id = added.account_id and before.number = added.number - 1
    where added.number > a.last_entry
       or (before.number is null and added.number <> 1)
       or added.balance_after <> coalesce(before.balance_after, 0) + added.amount
    limit 1;
  if found then
    raise exception 'an entry of account % does not continue its ledger', broken using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
create trigger ledger_entries_continue after insert on ledger_entries
  referencing new table as added for each statement execute function ledger_entries_continue();

-- A balance moves together with the count of entries, and that only grows; at commit both must be those of the last entry (0002).
create or replace function balance_moves_by_entry_only() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' and (new.credit_balance, new.last_entry) is distinct from (0, 0) then
    raise exception 'an account opens with a balance of 0' using errcode = 'restrict_violation';
  end if;
  if tg_op = 'UPDATE' and new.last_entry <= old.last_entry then
    raise exception 'a balance is changed by a ledger entry only' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

-- Most charges have no job: an index of their nulls would only cost.
drop index ledger_entries_one_charge_per_job;
create unique index ledger_entries_one_charge_per_job on ledger_entries (job_id) where type = 'charge' and job_id is not null;

-- What several transactions write, each wholly or not at all. `place` tells whose a row is. Returns what every account that is charged has then, and
-- the places that are left out because it cannot pay for everything asked of it here.
create function write_together(charges json, askers json, outcomes json, searches json)
  returns table (account_id uuid, balance integer, unpaid integer[]) language plpgsql as $$
#variable_conflict use_column
declare
  left_out integer[];
  expected integer;
  written integer;
begin
  -- In the order of ids, as everybody locks accounts; what follows sees the balances under the lock.
  perform from accounts a
    where a.id in (select c.account_id from json_to_recordset(charges) c (account_id uuid)) order by a.id for no key update;

  select coalesce(array_agg(c.place), '{}') into left_out
    from json_to_recordset(charges) c (place integer, account_id uuid)
    join (select d.account_id, sum(d.amount) as asked from json_to_recordset(charges) d (account_id uuid, amount integer) group by d.account_id) t
      on t.account_id = c.account_id
    left join accounts a on a.id = c.account_id
    where t.asked > coalesce(a.credit_balance, 0);

  insert into searches (id, account_id, entity_name, jurisdictions, known)
    select s.id, s.account_id, s.entity_name, s.jurisdictions, s.known
      from json_to_recordset(searches) s (place integer, id uuid, account_id uuid, entity_name text, jurisdictions text[], known json)
      where s.place <> all (left_out);

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

  select count(*) into expected from json_to_recordset(outcomes) o (place integer) where o.place <> all (left_out);
  update idempotency_keys k set outcome = o.outcome, finished = false
    from json_to_recordset(outcomes) o (place integer, account_id uuid, key text, claim uuid, outcome json)
    where k.account_id = o.account_id and k.key = o.key and k.claim = o.claim and not k.finished and o.place <> all (left_out);
  get diagnostics written = row_count;
  if written <> expected then
    raise exception 'the claim on an Idempotency-Key is gone' using errcode = 'integrity_constraint_violation';
  end if;

  return query select c.account_id, coalesce(a.credit_balance, 0), array(select unnest(c.places) intersect select unnest(left_out))
    from (select d.account_id, array_agg(d.place) as places from json_to_recordset(charges) d (place integer, account_id uuid) group by d.account_id) c
    left join accounts a on a.id = c.account_id;
end $$;
