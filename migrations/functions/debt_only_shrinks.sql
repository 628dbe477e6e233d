-- A debt only shrinks.
create or replace function debt_only_shrinks() returns trigger language plpgsql as $$
begin
  if tg_op <> 'UPDATE' then
    raise exception 'a debt is never forgotten: % is refused', tg_op using errcode = 'restrict_violation';
  end if;
  if (new.reference, new.account_id, new.payment_id, new.amount_credits) is distinct from
     (old.reference, old.account_id, old.payment_id, old.amount_credits)
     or new.collected_credits < old.collected_credits or new.forgiven_credits < old.forgiven_credits then
    raise exception 'a debt only shrinks' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
