-- Retrievals by their evidence, made while others write.
create index concurrently if not exists retrievals_evidence_idx on retrievals (evidence_id) where evidence_id is not null;
alter table retrievals validate constraint retrievals_evidence_fkey;
