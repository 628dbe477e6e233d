-- The id of the record of a row of a file: that of the batch, its last 32 bits moved on by the line.
create or replace function record_of_row(batch uuid, line integer) returns uuid language sql immutable strict parallel safe as $$
  select (left(batch::text, 28) || lpad(to_hex((('x' || right(batch::text, 8))::bit(32)::bigint + line) & 4294967295), 8, '0'))::uuid
$$;
