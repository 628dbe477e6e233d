-- Locks retrievals that end or may be joined, by their ids.
create or replace function lock_retrievals(joins json, finishes json) returns void language plpgsql as $$
begin
  perform from retrievals r
    where r.id in (
      select e.retrieval_id from json_to_recordset(finishes) e (retrieval_id uuid)
      union
      select open.id from json_to_recordset(joins) j (jurisdiction text, name_key text, kind text, tier text)
        join retrievals open on open.jurisdiction = j.jurisdiction and open.name_key = j.name_key and open.kind = j.kind and open.tier = j.tier
          and open.finished_at is null)
    order by r.id for no key update;
end $$;
