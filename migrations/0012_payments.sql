-- What was bought at a payment processor, what it gave back since, and what was owed when the credits were already spent.

create table payments (
  id             uuid primary key,
  account_id     uuid not null constraint payments_account_fkey references accounts (id),
  package_id     text not null,
  amount_credits integer not null constraint payments_credits_positive check (amount_credits > 0),
  price_cents    integer not null constraint payments_price_positive check (price_cents > 0),
  -- The processor's checkout session: each is credited once.
  session_id     text not null constraint payments_session_key unique,
  status         text not null default 'open' constraint payments_status check (status in ('open', 'paid', 'failed', 'cancelled')),
  expires_at     timestamptz,
  -- The processor's name for the movement of money, by which it tells of what it gave back.
  payment_ref    text constraint payments_ref_key unique,
  created_at     timestamptz not null default now(),
  paid_at        timestamptz,
  constraint payments_paid_when_paid check ((status = 'paid') = (paid_at is not null and payment_ref is not null))
);
create index payments_account_idx on payments (account_id, created_at);

-- Money that went back, each step once. It may be heard of before the payment itself is.
create table payment_reversals (
  reference     text primary key,
  payment_ref   text not null,
  reason        text not null constraint payment_reversals_reason check (reason in ('refund', 'dispute')),
  -- How much of the price had gone back before, and how much after, in cents.
  gone_before   integer not null,
  gone_after    integer not null,
  created_at    timestamptz not null default now(),
  -- Set when it was taken out of the ledger.
  settled_at    timestamptz,
  credits_due   integer,
  credits_taken integer
);
create index payment_reversals_ref_idx on payment_reversals (payment_ref);

-- Credits that were spent before their money went back: owed, and seen by support.
create table debts (
  reference      text primary key constraint debts_reversal_fkey references payment_reversals (reference),
  account_id     uuid not null constraint debts_account_fkey references accounts (id),
  payment_id     uuid not null constraint debts_payment_fkey references payments (id),
  amount_credits integer not null constraint debts_positive check (amount_credits > 0),
  created_at     timestamptz not null default now()
);
create index debts_account_idx on debts (account_id);
