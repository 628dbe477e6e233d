-- The period of a budget at a moment: it has begun at least when it was charged last.
create or replace function budget_period_now(b budgets, moment timestamptz) returns timestamptz language sql stable as $$
  select greatest(budget_period_start(b.every, moment), b.period_start)
$$;
