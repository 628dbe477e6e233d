-- A page of the records of an account, newest first, each along the index of its rarest filter; the
-- other filters are applied to at most 10,000 records. If these do not fill the page, the last row
-- has only `reached`, the record after which the next page goes on. A cursor that is no record of
-- the account reads nothing.
create or replace function records_page(of_account uuid, after_id uuid, from_moment timestamptz, to_moment timestamptz, wanted_reference text,
    wanted_jurisdiction text, wanted_outcome text, wanted_decided boolean, wanted_entity uuid, most integer)
  returns table (kept records, reached uuid)
  language plpgsql stable set enable_sort = off set enable_seqscan = off set enable_bitmapscan = off set jit = off as $$
declare
  found_records refcursor;
  after_at timestamptz := 'infinity';
  looked integer := 0;
  given integer := 0;
begin
  if after_id is not null then
    select r.at into after_at from records r where r.id = after_id and r.account_id = of_account;
    if not found then return; end if;
  end if;
  after_id := coalesce(after_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
  from_moment := coalesce(from_moment, '-infinity');
  to_moment := coalesce(to_moment, 'infinity');
  if wanted_reference is not null then
    open found_records for select * from records r
      where r.account_id = of_account and r.reference = wanted_reference and r.at >= from_moment and r.at < to_moment
        and (r.at, r.id) < (after_at, after_id) order by r.at desc, r.id desc;
  elsif wanted_entity is not null then
    open found_records for select * from records r
      where r.entity_id = wanted_entity and r.account_id = of_account and r.at >= from_moment and r.at < to_moment
        and (r.at, r.id) < (after_at, after_id) order by r.at desc, r.id desc;
  elsif wanted_outcome <> 'found' then
    open found_records for select * from records r
      where r.account_id = of_account and r.outcome = wanted_outcome and r.outcome <> 'found' and r.at >= from_moment and r.at < to_moment
        and (r.at, r.id) < (after_at, after_id) order by r.at desc, r.id desc;
  elsif wanted_decided then
    open found_records for select * from records r
      where r.account_id = of_account and r.decided_at is not null and r.at >= from_moment and r.at < to_moment
        and (r.at, r.id) < (after_at, after_id) order by r.at desc, r.id desc;
  else
    open found_records for select * from records r
      where r.account_id = of_account and r.at >= from_moment and r.at < to_moment
        and (r.at, r.id) < (after_at, after_id) order by r.at desc, r.id desc;
  end if;
  while given < most and looked < 10000 loop
    fetch found_records into kept;
    exit when not found;
    looked := looked + 1;
    if (wanted_jurisdiction is null or kept.jurisdiction = wanted_jurisdiction) and (wanted_outcome is null or kept.outcome = wanted_outcome)
        and (wanted_entity is null or kept.entity_id = wanted_entity) and (wanted_decided is null or (kept.decided_at is not null) = wanted_decided) then
      given := given + 1;
      return next;
    end if;
  end loop;
  if given < most and looked = 10000 then
    reached := kept.id;
    kept := null;
    return next;
  end if;
end $$;
