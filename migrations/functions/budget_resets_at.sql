-- When the next period of a budget begins; null for `once`.
create or replace function budget_resets_at(every text, period_start timestamptz) returns timestamptz language sql stable as $$
  select case every when 'once' then null
    else (period_start at time zone 'UTC' + ('1 ' || every)::interval) at time zone 'UTC' end
$$;
