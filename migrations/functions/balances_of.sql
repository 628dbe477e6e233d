-- What accounts have.
create or replace function balances_of(payers uuid[]) returns json language plpgsql as $$
declare
  balances json;
begin
  select coalesce(json_agg(json_build_object('account_id', a.id, 'balance', a.credit_balance)), '[]') into balances
    from accounts a where a.id = any (balances_of.payers);
  return balances;
end $$;
