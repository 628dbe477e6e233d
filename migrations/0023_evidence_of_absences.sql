-- What it rests on that nobody was found: an answer for a name, a row of a file, a check of a watch.
-- Their indexes and validations: see 0024.
alter table answers add column evidence_id uuid;
alter table answers add constraint answers_evidence_fkey
  foreign key (evidence_id) references evidence (id) on delete set null not valid;

alter table batch_rows add column evidence_id uuid;
alter table batch_rows add constraint batch_rows_evidence_fkey
  foreign key (evidence_id) references evidence (id) on delete set null not valid;

alter table jobs add column evidence_id uuid;
alter table jobs add constraint jobs_evidence_fkey
  foreign key (evidence_id) references evidence (id) on delete set null not valid;
