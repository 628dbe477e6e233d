-- The append-only ledger. The database itself keeps the balance equal to the sum of the entries, and never negative.

create table ledger_entries (
  id            uuid primary key default gen_random_uuid(),
  account_id    uuid not null constraint ledger_entries_account_fkey references accounts (id),
  -- 1, 2, 3 … within the account, without gaps.
  number        integer not null,
  type          text not null constraint ledger_entries_type check (type in ('grant', 'purchase', 'charge', 'refund', 'adjustment')),
  amount        integer not null,
  balance_after integer not null constraint ledger_entries_balance_not_negative check (balance_after >= 0),
  description   text not null,
  operation     text,
  key_id        uuid,
  job_id        uuid,
  created_at    timestamptz not null default clock_timestamp(),
  constraint ledger_entries_number_key unique (account_id, number),
  constraint ledger_entries_sign check (
    case type when 'charge' then amount < 0 when 'adjustment' then amount <> 0 else amount > 0 end
  )
);
create unique index ledger_entries_one_charge_per_job on ledger_entries (job_id) where type = 'charge';
create unique index ledger_entries_one_refund_per_job on ledger_entries (job_id) where type = 'refund';

-- An entry moves the balance of its account and takes its number and running balance from there; whoever inserts cannot choose them.
create function ledger_entry_moves_balance() returns trigger language plpgsql as $$
begin
  update accounts set credit_balance = credit_balance + new.amount, last_entry = last_entry + 1
    where id = new.account_id and credit_balance + new.amount >= 0
    returning credit_balance, last_entry into new.balance_after, new.number;
  if not found then
    raise exception 'insufficient credits' using errcode = 'ST402',
      detail = coalesce((select credit_balance from accounts where id = new.account_id), 0)::text;
  end if;
  return new;
end $$;
create trigger ledger_entry_moves_balance before insert on ledger_entries
  for each row execute function ledger_entry_moves_balance();

create function ledger_refuses_change() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only: % is refused', tg_op using errcode = 'restrict_violation';
end $$;
create trigger ledger_entries_append_only before update or delete on ledger_entries
  for each row execute function ledger_refuses_change();
create trigger ledger_entries_no_truncate before truncate on ledger_entries
  for each statement execute function ledger_refuses_change();

-- A balance changes through an entry or not at all.
create function balance_moves_by_entry_only() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' and (new.credit_balance, new.last_entry) is distinct from (0, 0) then
    raise exception 'an account opens with a balance of 0' using errcode = 'restrict_violation';
  end if;
  if tg_op = 'UPDATE' and pg_trigger_depth() < 2 then
    raise exception 'a balance is changed by a ledger entry only' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger accounts_open_empty before insert on accounts
  for each row execute function balance_moves_by_entry_only();
create trigger accounts_balance_moves_by_entry before update of credit_balance, last_entry on accounts
  for each row execute function balance_moves_by_entry_only();

-- At commit, the balance must be the running balance of the entry the account counts as its last: a trigger that moved the balance for an
-- entry that was then not inserted (on conflict do nothing) is undone with everything around it.
create function balance_equals_last_entry() returns trigger language plpgsql as $$
begin
  if not exists (
    select from accounts a join ledger_entries e on e.account_id = a.id and e.number = a.last_entry
      where a.id = new.id and e.balance_after = a.credit_balance
  ) then
    raise exception 'the balance of account % is not that of its last entry', new.id using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
create constraint trigger accounts_balance_equals_last_entry after update of credit_balance, last_entry on accounts
  deferrable initially deferred for each row execute function balance_equals_last_entry();
