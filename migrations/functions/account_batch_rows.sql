-- Rows of all batches of an account, from a row on: for its export. Read along the primary key,
-- whatever statistics say of a file that was just read.
create or replace function account_batch_rows(of_account uuid, after_batch uuid, after_line integer, most integer) returns setof batch_rows
  language plpgsql stable set enable_sort = off set enable_seqscan = off set enable_bitmapscan = off set jit = off as $$
declare
  batch uuid := after_batch;
  from_line integer := after_line;
  wanted integer := most;
  given integer;
begin
  if batch is null then
    batch := '00000000-0000-0000-0000-000000000000';
  else
    return query select * from batch_rows where batch_id = batch and line > from_line order by line limit wanted;
    get diagnostics given = row_count;
    wanted := wanted - given;
  end if;
  while wanted > 0 loop
    select b.id into batch from batches b where b.account_id = of_account and b.id > batch and b.status <> 'uploading' order by b.id limit 1;
    exit when not found;
    return query select * from batch_rows where batch_id = batch order by line limit wanted;
    get diagnostics given = row_count;
    wanted := wanted - given;
  end loop;
end $$;
