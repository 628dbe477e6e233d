-- The latest check of the whole ledger, so that every process can tell how it came out.

create table ledger_checks (
  only_row   boolean primary key default true constraint ledger_checks_one_row check (only_row),
  checked_at timestamptz not null,
  accounts   integer not null,
  entries    bigint not null,
  difference text
);
