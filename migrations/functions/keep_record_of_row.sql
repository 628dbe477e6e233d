-- Keeps the record of a row that a process of the version before answers. To be dropped with its
-- trigger.
create or replace function keep_record_of_row() returns trigger language plpgsql as $$
begin
  perform keep_records_of_rows(new.batch_id, new.line, new.line);
  return null;
end $$;
