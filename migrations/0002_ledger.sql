-- The append-only ledger, its budgets and payments. The database itself keeps each balance equal to
-- the sum of the entries, and never negative.

create table ledger_entries (
  id            uuid primary key default gen_random_uuid(),
  account_id    uuid not null constraint ledger_entries_account_fkey references accounts (id),
  -- 1, 2, 3 … within the account, without gaps.
  number        integer not null,
  type          text not null constraint ledger_entries_type
    check (type in ('grant', 'purchase', 'charge', 'refund', 'adjustment')),
  amount        integer not null,
  balance_after integer not null constraint ledger_entries_balance_not_negative check (balance_after >= 0),
  description   text not null,
  operation     text,
  -- On whose behalf a charge was made.
  key_id        uuid,
  grant_id      text,
  -- What was charged or paid for.
  job_id        uuid,
  search_id     uuid,
  watch_id      uuid,
  batch_id      uuid,
  batch_line    integer,
  package_id    text,
  payment_id    uuid,
  -- The subject, where no job holds it.
  entity_id     uuid,
  entity_name   text,
  jurisdiction  text,
  -- Of a refund: when the refunded charge was made.
  charged_at    timestamptz constraint ledger_entries_charged_at check (charged_at is null or type = 'refund'),
  created_at    timestamptz not null default clock_timestamp(),
  constraint ledger_entries_number_key unique (account_id, number),
  constraint ledger_entries_sign check (
    case type when 'charge' then amount < 0 when 'adjustment' then amount <> 0 else amount > 0 end
  )
);
-- Most charges have no job: an index of their nulls would only cost.
create unique index ledger_entries_one_charge_per_job on ledger_entries (job_id)
  where type = 'charge' and job_id is not null;
create unique index ledger_entries_one_refund_per_job on ledger_entries (job_id) where type = 'refund';
create unique index ledger_entries_one_charge_per_row on ledger_entries (batch_id, batch_line)
  where type = 'charge' and batch_id is not null;
create unique index ledger_entries_one_refund_per_row on ledger_entries (batch_id, batch_line)
  where type = 'refund' and batch_id is not null;
create unique index ledger_entries_one_purchase_per_payment on ledger_entries (payment_id)
  where type = 'purchase';
-- Usage reports read a period.
create index ledger_entries_created_idx on ledger_entries (account_id, created_at);
-- A refund asks whether the account has paid for the deep tier by another entry.
create index ledger_entries_deep_idx on ledger_entries (account_id, entity_id)
  where type = 'charge' and job_id is null and operation in ('verify_deep', 'verify_deep_force_refresh');
create trigger ledger_entry_moves_balance before insert on ledger_entries
  for each row when (new.number is null) execute function ledger_entry_moves_balance();
create trigger ledger_entries_continue after insert on ledger_entries
  referencing new table as added for each statement execute function ledger_entries_continue();
create trigger ledger_entries_append_only before update or delete on ledger_entries
  for each row execute function ledger_refuses_change();
create trigger ledger_entries_no_truncate before truncate on ledger_entries
  for each statement execute function ledger_refuses_change();

-- Up to which entry the ledger of each account has been checked, and its balance there: the hourly
-- check continues from there.
create table checked_ledgers (
  account_id uuid primary key constraint checked_ledgers_account_fkey references accounts (id),
  entries    integer not null,
  balance    integer not null
);

-- The result of the latest check of the whole ledger, for every process to report.
create table ledger_checks (
  only_row   boolean primary key default true constraint ledger_checks_one_row check (only_row),
  checked_at timestamptz not null,
  accounts   integer not null,
  entries    bigint not null,
  difference text
);

-- The most that a key, or an application by its grant, may spend in a period. `spent` is what was
-- charged in the period from `period_start` on, minus its refunds. It is written under the lock of
-- the account alone, in the statement that writes the entries. The budget of a grant outlives the
-- grant: a refund may still return.
create table budgets (
  id           uuid primary key default gen_random_uuid(),
  account_id   uuid not null constraint budgets_account_fkey references accounts (id),
  key_id       uuid constraint budgets_key_key unique
    constraint budgets_key_fkey references api_keys (id) on delete cascade,
  grant_id     text constraint budgets_grant_key unique,
  -- The budget of a new grant carries over what its application spent under earlier grants:
  -- `carried` credits of the period that began at `carried_in`.
  client_id    text,
  credits      integer not null constraint budgets_credits check (credits between 0 and 1000000000),
  every        text not null constraint budgets_every check (every in ('day', 'week', 'month', 'once')),
  period_start timestamptz not null,
  spent        integer not null default 0 constraint budgets_spent_not_negative check (spent >= 0),
  carried      integer not null default 0 constraint budgets_carried_not_negative check (carried >= 0),
  carried_in   timestamptz,
  created_at   timestamptz not null default now(),
  constraint budgets_one_holder check (num_nonnulls(key_id, grant_id) = 1)
) with (fillfactor = 40);
create index budgets_account_idx on budgets (account_id);
create index budgets_client_idx on budgets (account_id, client_id) where client_id is not null;
create trigger budget_changed after insert or delete or update of credits, every on budgets
  for each row execute function budget_changed();
create trigger budget_wakes_watches after insert or delete or update of credits, every on budgets
  for each row execute function budget_wakes_watches();

-- Why a write set is left out of its batch. `reason`: `moved` (what it was decided on has changed),
-- `crowded` (its account has as many unfinished jobs as it may have), `unpaid` (the balance or a
-- budget does not cover it). `limits`: each limit that is too small,
-- [{ limited_by, available, resets_at }].
create type batch_refusal as (place integer, reason text, limits jsonb);

create table payments (
  id             uuid primary key,
  account_id     uuid not null constraint payments_account_fkey references accounts (id),
  package_id     text not null,
  amount_credits integer not null constraint payments_credits_positive check (amount_credits > 0),
  price_cents    integer not null constraint payments_price_positive check (price_cents > 0),
  -- The processor's checkout session: each is credited once.
  session_id     text not null constraint payments_session_key unique,
  status         text not null default 'open'
    constraint payments_status check (status in ('open', 'paid', 'failed', 'cancelled')),
  expires_at     timestamptz,
  -- The processor's name for the payment, by which it reports refunds and disputes.
  payment_ref    text constraint payments_ref_key unique,
  created_at     timestamptz not null default now(),
  paid_at        timestamptz,
  constraint payments_paid_when_paid
    check ((status = 'paid') = (paid_at is not null and payment_ref is not null))
);
create index payments_account_idx on payments (account_id, created_at);
create index payments_unpaid_idx on payments (created_at) where status <> 'paid';

-- Money that went back, each step once. A reversal may be reported before its payment. A single
-- refund has a row for each status that was reported: the furthest status counts, in whatever order
-- the reports came.
create table payment_reversals (
  reference     text primary key,
  payment_ref   text not null,
  -- `refund_failed`: money that was to go back and stayed, because the payer's bank declined it.
  reason        text not null constraint payment_reversals_reason
    check (reason in ('refund', 'dispute', 'refund_failed')),
  refund_id     text,
  status        text constraint payment_reversals_status
    check (status in ('pending', 'succeeded', 'failed')),
  -- How much of the price had gone back before, and how much after, in cents.
  gone_before   integer not null,
  gone_after    integer not null,
  created_at    timestamptz not null default now(),
  -- Set when it was taken out of the ledger.
  settled_at    timestamptz,
  credits_due   integer,
  credits_taken integer,
  constraint payment_reversals_refund_has_status check ((refund_id is null) = (status is null))
);
create index payment_reversals_ref_idx on payment_reversals (payment_ref);

-- Credits that were spent before their money went back. A debt is collected from what the account
-- buys next, and shrinks when the refund that caused it fails. The first amount stays written down;
-- a debt only shrinks, and never below zero.
create table debts (
  reference         text primary key
    constraint debts_reversal_fkey references payment_reversals (reference),
  account_id        uuid not null constraint debts_account_fkey references accounts (id),
  payment_id        uuid not null constraint debts_payment_fkey references payments (id),
  amount_credits    integer not null constraint debts_positive check (amount_credits > 0),
  collected_credits integer not null default 0,
  forgiven_credits  integer not null default 0,
  created_at        timestamptz not null default now(),
  constraint debts_never_below_nothing check (
    collected_credits >= 0 and forgiven_credits >= 0
      and collected_credits + forgiven_credits <= amount_credits
  )
);
create index debts_account_idx on debts (account_id);
create trigger debts_only_shrink before update or delete on debts
  for each row execute function debt_only_shrinks();
create trigger debts_no_truncate before truncate on debts
  for each statement execute function debt_only_shrinks();
