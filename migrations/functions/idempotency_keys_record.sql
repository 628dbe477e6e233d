-- What requests with an Idempotency-Key came to. Fails when a claim is gone.
create or replace function idempotency_keys_record(rows json, left_out integer[]) returns void language plpgsql as $$
declare
  expected integer;
  written integer;
begin
  select count(*) into expected from json_to_recordset(rows) o (place integer) where o.place <> all (left_out);
  update idempotency_keys k set outcome = o.outcome, finished = false
    from json_to_recordset(rows) o (place integer, account_id uuid, key text, claim uuid, outcome json)
    where k.account_id = o.account_id and k.key = o.key and k.claim = o.claim and not k.finished and o.place <> all (left_out);
  get diagnostics written = row_count;
  if written <> expected then
    raise exception 'the claim on an Idempotency-Key is gone' using errcode = 'integrity_constraint_violation';
  end if;
end $$;
