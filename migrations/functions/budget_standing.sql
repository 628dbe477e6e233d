-- How a budget stands at a moment: nothing is spent of a period in which nothing was charged.
create or replace function budget_standing(b budgets, moment timestamptz) returns table (spent integer, available integer, resets_at timestamptz)
  language sql stable as $$
  select s.spent, greatest(b.credits - s.spent, 0), budget_resets_at(b.every, s.start)
    from (select p.start, case when p.start > b.period_start then 0 else b.spent end as spent from (select budget_period_now(b, moment) as start) p) s
$$;
