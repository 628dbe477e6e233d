-- What rests on evidence, made and looked at while others write.
create index concurrently if not exists answers_evidence_idx on answers (evidence_id) where evidence_id is not null;
create index concurrently if not exists batch_rows_evidence_idx on batch_rows (evidence_id) where evidence_id is not null;
create index concurrently if not exists jobs_evidence_idx on jobs (evidence_id) where evidence_id is not null;
alter table answers validate constraint answers_evidence_fkey;
alter table batch_rows validate constraint batch_rows_evidence_fkey;
alter table jobs validate constraint jobs_evidence_fkey;
