-- Adds searches.
create or replace function searches_insert(rows json, left_out integer[]) returns void language plpgsql as $$
begin
  insert into searches (id, account_id, entity_name, jurisdictions, known, not_asked, reference)
    select s.id, s.account_id, s.entity_name, s.jurisdictions, s.known, s.not_asked, s.reference
      from json_to_recordset(rows) s 
        (place integer, id uuid, account_id uuid, entity_name text, jurisdictions text[], known json, not_asked json, reference text)
      where s.place <> all (left_out);
end $$;
