-- What an account may see of an entity is the tier it paid for. How it once came to the entity is told by nobody any more: who names a record by its id
-- means exactly that record. The column `match` stays for processes of the version before, and goes with the next version.

alter table entity_askers
  alter column match set default '{"method":"exact","matchedName":"","confidence":100,"review":false,"alternatives":[]}';

-- Two of one account may have asked for the same entity: the deeper tier counts. Noted once a day.
create or replace function apply_accesses(askers json, left_out integer[]) returns void language plpgsql as $$
begin
  insert into entity_askers as known (account_id, entity_id, tier)
    select n.account_id, n.entity_id, min(n.tier)
      from json_to_recordset(askers) n (place integer, account_id uuid, entity_id uuid, tier text)
      where n.place <> all (left_out)
        and not exists (
          select from entity_askers k where k.account_id = n.account_id and k.entity_id = n.entity_id
            and k.tier in ('deep', n.tier) and k.asked_on = current_date)
      group by n.account_id, n.entity_id order by n.account_id, n.entity_id
    on conflict (account_id, entity_id) do update
      set tier = least(known.tier, excluded.tier), asked_on = current_date;
end $$;

-- That it was asked for again today changes nothing that anybody remembers.
drop trigger asker_changed on entity_askers;
create trigger asker_changed after update of tier on entity_askers
  for each row when (old.tier is distinct from new.tier) execute function asker_changed();
create trigger asker_gone after delete on entity_askers
  for each row execute function asker_changed();
