-- A debt is collected from what the account buys next, and shrinks when the refund it came from did not go through. What was owed at first
-- stays written down; a debt only ever shrinks, and never below nothing.
alter table debts
  add column collected_credits integer not null default 0,
  add column forgiven_credits integer not null default 0,
  add constraint debts_never_below_nothing check (
    collected_credits >= 0 and forgiven_credits >= 0 and collected_credits + forgiven_credits <= amount_credits
  );

create function debt_only_shrinks() returns trigger language plpgsql as $$
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
create trigger debts_only_shrink before update or delete on debts for each row execute function debt_only_shrinks();
create trigger debts_no_truncate before truncate on debts for each statement execute function debt_only_shrinks();

-- Money that was to go back and stayed: a refund the bank of the payer turned down.
alter table payment_reversals
  drop constraint payment_reversals_reason,
  add constraint payment_reversals_reason check (reason in ('refund', 'dispute', 'refund_failed'));
