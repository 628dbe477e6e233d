-- The key or the application with which a decision was made, beside the person, and its name then.
alter table meant_records
  add column key_id uuid,
  add column grant_id text,
  add column decided_with text;
