-- Periods are days, weeks from Monday, and months of UTC; `once` has one that never ends.
create or replace function budget_period_start(every text, moment timestamptz) returns timestamptz language sql stable as $$
  select case every when 'once' then '-infinity' else date_trunc(every, moment, 'UTC') end
$$;
