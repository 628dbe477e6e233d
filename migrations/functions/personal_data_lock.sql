-- Held alone by an erasure, shared by whoever writes what may have to be erased, each until the end
-- of its transaction.
create or replace function personal_data_lock(jurisdiction text, sandbox boolean, record_id text) returns bigint language sql immutable as $$
  select hashtextextended('personal data ' || jurisdiction || ' ' || sandbox::text || ' ' || record_id, 0)
$$;
