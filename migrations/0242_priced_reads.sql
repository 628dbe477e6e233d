-- Pages that an account was charged for to read: the same page again within a minute is part of the same charge. Kept for a day.

create table priced_reads (
  account_id uuid not null constraint priced_reads_account_fkey references accounts (id),
  page       text not null,
  charged_at timestamptz not null default now(),
  constraint priced_reads_pkey primary key (account_id, page)
);
create index priced_reads_charged_idx on priced_reads (charged_at);
