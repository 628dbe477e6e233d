-- Decisions go with their records.
create or replace function purge_decisions() returns trigger language plpgsql as $$
begin
  delete from record_decisions d using gone g where d.record_id = g.id;
  return null;
end $$;
