-- Where each row of an edition stands in the files that it was read from, for who checks an answer
-- against the register's own file. Editions that are there already do not know.
alter table mirror_editions add column files jsonb;

do $$
declare
  rows_of text;
begin
  for rows_of in
    select format('mirror_rows_%s', edition) from mirror_editions where to_regclass(format('mirror_rows_%s', edition)) is not null
  loop
    execute format('alter table %I add column if not exists line integer, add column if not exists file smallint', rows_of);
  end loop;
end
$$;
