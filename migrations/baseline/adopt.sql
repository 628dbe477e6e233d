-- Brings a database that was migrated by the files before the baseline, up to 0682, to the baseline.

-- No reader: a name is answered by `answers` alone, and access by its tier.
drop index entities_name_idx;
alter table entities drop column name_key, drop column found_by_name;
alter table entity_askers drop column match;

alter table entity_askers rename to access;
alter table access rename constraint entity_askers_pkey to access_pkey;
alter table access rename constraint entity_askers_account_fkey to access_account_fkey;
alter table access rename constraint entity_askers_entity_fkey to access_entity_fkey;
alter index entity_askers_asked_idx rename to access_asked_idx;
drop trigger asker_changed on access;
drop trigger asker_gone on access;
create trigger access_changed after update of tier on access
  for each row when (old.tier is distinct from new.tier) execute function access_changed();
create trigger access_gone after delete on access
  for each row execute function access_changed();

alter table jobs validate constraint jobs_wait_for_something;

-- What processes of an earlier version needed.
drop trigger refund_failed_by_its_name on payment_reversals;
drop function asker_changed(), refund_failed_by_its_name();

-- Every other function is created again from its file.
do $$
declare
  old regprocedure;
begin
  for old in
    select p.oid from pg_proc p
      where p.pronamespace = current_schema()::regnamespace and p.prorettype <> 'trigger'::regtype
        and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  loop
    execute format('drop function %s', old);
  end loop;
end $$;
alter type batch_refusal drop attribute available;
