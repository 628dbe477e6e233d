-- Entities whose personal data were erased, while the bodies of their register are still searched for
-- what names them. A row goes when the search is over, so that one that was cut off goes on.
create table evidence_erasures (
  entity_id uuid not null constraint evidence_erasures_entity_fkey references entities (id) on delete cascade,
  -- Up to which digest the bodies were searched.
  searched  bytea not null default '',
  constraint evidence_erasures_pkey primary key (entity_id)
);
