-- What the charges of an account ask of each of its budgets; that of an application's key asks of
-- both.
create or replace function budgets_asked(charges json, account uuid) returns table (budget_id uuid, place integer, amount integer) language sql stable as $$
  select b.id, c.place, c.amount
    from json_to_recordset(charges) c (place integer, account_id uuid, amount integer, key_id uuid, grant_id text)
      join budgets b on b.account_id = account and (b.key_id = c.key_id or b.grant_id = c.grant_id)
    where c.account_id = account
$$;
