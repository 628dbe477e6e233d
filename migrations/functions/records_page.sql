-- A page of the records of an account, newest first: those with a row of their own and those that
-- charges keep, each along the index of the rarest filter; the other filters are applied to at most
-- 10,000 rows. If these do not fill the page, the last row has only `reached`, after which the next
-- page goes on. A cursor that is none of the account gives one row with neither.
create or replace function records_page(of_account uuid, after_id uuid, from_moment timestamptz, to_moment timestamptz, wanted_reference text,
    wanted_jurisdiction text, wanted_outcome text, wanted_decided boolean, wanted_entity uuid, most integer)
  returns table (kept records, reached uuid)
  language plpgsql stable set enable_sort = off set enable_seqscan = off set enable_bitmapscan = off set jit = off as $$
declare
  own_rows refcursor;
  charges refcursor;
  own_row records;
  charge record;
  after_at timestamptz := 'infinity';
  looked integer := 0;
  last_looked uuid;
  given integer := 0;
  -- A charge keeps only what was found and needs no decision.
  fits_charges boolean := coalesce(wanted_outcome, 'found') = 'found' and wanted_decided is not true;
begin
  if after_id is not null then
    select c.at into after_at from (
      select r.at from records r where r.id = after_id and r.account_id = of_account
      union all
      select e.created_at from ledger_entries e where e.id = after_id and e.account_id = of_account) c limit 1;
    if not found then
      return next;
      return;
    end if;
  end if;
  after_id := coalesce(after_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
  from_moment := coalesce(from_moment, '-infinity');
  to_moment := coalesce(to_moment, 'infinity');
  if wanted_reference is not null then
    open own_rows for select * from records r
      where r.account_id = of_account and r.reference = wanted_reference and r.at >= from_moment and r.at < to_moment
        and (r.at, r.id) < (after_at, after_id) order by r.at desc, r.id desc;
    open charges for select e.id, e.created_at as at, fits_charges and (wanted_jurisdiction is null or e.jurisdiction = wanted_jurisdiction) as fits from ledger_entries e
      where e.account_id = of_account and e.reference = wanted_reference and e.recorded is not null and e.created_at >= from_moment
        and e.created_at < to_moment and (e.created_at, e.id) < (after_at, after_id) order by e.created_at desc, e.id desc;
  elsif wanted_entity is not null then
    open own_rows for select * from records r
      where r.entity_id = wanted_entity and r.account_id = of_account and r.at >= from_moment and r.at < to_moment
        and (r.at, r.id) < (after_at, after_id) order by r.at desc, r.id desc;
    open charges for select e.id, e.created_at as at, fits_charges and (wanted_jurisdiction is null or e.jurisdiction = wanted_jurisdiction) as fits from ledger_entries e
      where e.account_id = of_account and e.entity_id = wanted_entity and e.recorded is not null and e.created_at >= from_moment
        and e.created_at < to_moment and (e.created_at, e.id) < (after_at, after_id) order by e.created_at desc, e.id desc;
  elsif wanted_outcome <> 'found' then
    open own_rows for select * from records r
      where r.account_id = of_account and r.outcome = wanted_outcome and r.outcome <> 'found' and r.at >= from_moment and r.at < to_moment
        and (r.at, r.id) < (after_at, after_id) order by r.at desc, r.id desc;
  elsif wanted_decided then
    open own_rows for select * from records r
      where r.account_id = of_account and r.decided_at is not null and r.at >= from_moment and r.at < to_moment
        and (r.at, r.id) < (after_at, after_id) order by r.at desc, r.id desc;
  else
    open own_rows for select * from records r
      where r.account_id = of_account and r.at >= from_moment and r.at < to_moment
        and (r.at, r.id) < (after_at, after_id) order by r.at desc, r.id desc;
    -- Without a condition, for an account may have many entries that are no records.
    open charges for select e.id, e.created_at as at,
        fits_charges and e.recorded is not null and (wanted_jurisdiction is null or e.jurisdiction = wanted_jurisdiction) as fits from ledger_entries e
      where e.account_id = of_account and e.created_at >= from_moment and e.created_at < to_moment
        and (e.created_at, e.id) < (after_at, after_id) order by e.created_at desc, e.id desc;
  end if;
  fetch own_rows into own_row;
  if charges is not null then fetch charges into charge; else select null::uuid as id, null::timestamptz as at, false as fits into charge; end if;
  while given < most and looked < 10000 loop
    exit when own_row.id is null and charge.id is null;
    looked := looked + 1;
    if charge.id is null or (own_row.at, own_row.id) > (charge.at, charge.id) then
      last_looked := own_row.id;
      kept := own_row;
      fetch own_rows into own_row;
    else
      last_looked := charge.id;
      kept := null;
      if charge.fits then select * into kept from charge_records c where c.id = charge.id; end if;
      fetch charges into charge;
    end if;
    if kept.id is not null and (wanted_jurisdiction is null or kept.jurisdiction = wanted_jurisdiction)
        and (wanted_outcome is null or kept.outcome = wanted_outcome) and (wanted_entity is null or kept.entity_id = wanted_entity)
        and (wanted_decided is null or (kept.decided_at is not null) = wanted_decided) then
      given := given + 1;
      return next;
    end if;
  end loop;
  if given < most and looked = 10000 then
    kept := null;
    reached := last_looked;
    return next;
  end if;
end $$;
