-- What a row was answered: for a duplicate, the answer of the row that asked the same.
create or replace function row_answer(r batch_rows) returns text language sql stable as $$
  select case when r.outcome = 'duplicate'
    then (select f.outcome from batch_rows f where f.batch_id = r.batch_id and f.line = r.same_as)
    else coalesce(r.outcome, 'not_asked') end
$$;
