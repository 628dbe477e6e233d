-- The record of a plain answer (see `isPlain`) that was known already stands in its charge: a row
-- of its own for each cost a fifth of all known answers. Everything else has a row in `records`.
-- An array, because every byte counts: way in, official name, record number, status, good standing,
-- confidence, and when the register was read.
alter table ledger_entries add column recorded json;

-- From when on the charges are also records: the ledger itself is kept for good.
create table charges_recorded (
  one   boolean primary key default true constraint charges_recorded_one check (one),
  since timestamptz not null default '-infinity'
);
insert into charges_recorded default values;

-- In the columns of `records`. A row of a file can be refunded.
create view charge_records as
  select e.id, e.account_id, e.created_at as at, e.recorded ->> 0 as via, e.key_id, e.grant_id, null::text as member, null::uuid as job_id,
         null::uuid as search_id, e.watch_id, e.batch_id, e.batch_line as line, e.reference, e.entity_name, null::text as asked_number, e.jurisdiction,
         case when e.operation = 'verify_quick' then 'quick' else 'deep' end as tier, null::json as evidence, 'found' as outcome, true as cached,
         e.entity_id, e.recorded ->> 1 as official_name, e.recorded ->> 2 as record_number, e.recorded ->> 3 as status,
         (e.recorded ->> 4)::boolean as good_standing, (e.recorded ->> 5)::smallint as confidence, (e.recorded ->> 6)::timestamptz as read_at,
         null::json as answer, null::uuid as evidence_id, -e.amount as credits_charged,
         coalesce((select g.amount from ledger_entries g
                    where g.type = 'refund' and g.batch_id = e.batch_id and g.batch_line = e.batch_line), 0) as credits_refunded,
         null::timestamptz as decided_at, null::text[] as erased
    from ledger_entries e where e.recorded is not null and e.created_at >= (select since from charges_recorded);

-- Every record.
create view all_records as select * from records union all select * from charge_records;
