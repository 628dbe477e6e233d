-- Records what an account paid for: the deeper tier counts. Written once a day. An access is looked
-- up by its key, one by one: joined, all accesses of the day were read for each.
create or replace function access_record(rows json, left_out integer[]) returns void language plpgsql as $$
begin
  insert into access as known (account_id, entity_id, tier)
    select n.account_id, n.entity_id, min(n.tier)
      from json_to_recordset(rows) n (place integer, account_id uuid, entity_id uuid, tier text)
      where n.place <> all (left_out)
        and (
          select k.tier in ('deep', n.tier) and k.asked_on = (now() at time zone 'UTC')::date from access k
            where k.account_id = n.account_id and k.entity_id = n.entity_id) is not true
      group by n.account_id, n.entity_id order by n.account_id, n.entity_id
    on conflict (account_id, entity_id) do update
      set tier = least(known.tier, excluded.tier), asked_on = (now() at time zone 'UTC')::date;
end $$;
