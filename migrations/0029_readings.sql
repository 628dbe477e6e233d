-- Which version of the parser read a record, and its details, last. Null: before this was kept.
alter table entities
  add column parser_version integer,
  add column details_parser_version integer;

-- When each part of the details of a watch was read last, and by which version of the parser: it is
-- read less often than the rest of the record after a change of the tier.
alter table watches add column detail_readings jsonb;
update watches w
   set detail_readings = (
     select jsonb_object_agg(p.part, jsonb_build_object('at', w.seen_at, 'parserVersion', w.seen_reading))
       from unnest(array['registeredAgent', 'officers', 'principalAddress', 'filingHistorySummary']) p (part))
 where w.seen ? 'details';
