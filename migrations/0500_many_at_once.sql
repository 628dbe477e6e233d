-- A new edition of a register is worth many checks: thousands of entries and accesses come in one statement. What was planned while a table was small must
-- not read it, or sort it, for each of them.

-- Each entry continues the one before it; only the first of an account's in a statement looks for that in the ledger, by its number.
create or replace function ledger_entries_continue() returns trigger language plpgsql
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off as $$
declare
  broken uuid;
begin
  select entry.account_id into broken
    from (
      select account_id, number, amount, balance_after, lag(number) over of_account as number_before, lag(balance_after) over of_account as balance_before
        from added window of_account as (partition by account_id order by number)) entry
      join accounts a on a.id = entry.account_id
      left join lateral (
        select e.number, e.balance_after from ledger_entries e
          where entry.number_before is null and e.account_id = entry.account_id and e.number < entry.number order by e.number desc limit 1) kept on true
    where entry.number > a.last_entry
       or entry.number <> coalesce(entry.number_before, kept.number, 0) + 1
       or entry.balance_after <> coalesce(entry.balance_before, kept.balance_after, 0) + entry.amount
    limit 1;
  if found then
    raise exception 'an entry of account % does not continue its ledger', broken using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;

-- As in 0241. An access is looked up by its key, one by one: joined, all accesses of the day were read for each.
create or replace function apply_accesses(askers json, left_out integer[]) returns void language plpgsql as $$
begin
  insert into entity_askers as known (account_id, entity_id, tier)
    select n.account_id, n.entity_id, min(n.tier)
      from json_to_recordset(askers) n (place integer, account_id uuid, entity_id uuid, tier text)
      where n.place <> all (left_out)
        and (
          select k.tier in ('deep', n.tier) and k.asked_on = current_date from entity_askers k
            where k.account_id = n.account_id and k.entity_id = n.entity_id) is not true
      group by n.account_id, n.entity_id order by n.account_id, n.entity_id
    on conflict (account_id, entity_id) do update
      set tier = least(known.tier, excluded.tier), asked_on = current_date;
end $$;

-- A plan that is told what not to do looks as if it took hours where nothing else can be done. Compiling it takes a second, each time.
do $$
declare
  told regprocedure;
begin
  for told in select oid from pg_proc where pronamespace = current_schema()::regnamespace and array_to_string(proconfig, ',') like '%enable\_%=off%' loop
    execute format('alter function %s set jit = off', told);
  end loop;
end $$;

-- An id in the order of time (UUIDv7), for rows that are made where their number is not known before.
create function time_ordered_uuid() returns uuid language sql volatile as $$
  select encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
    placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6), 52, 1), 53, 1), 'hex')::uuid
$$;
