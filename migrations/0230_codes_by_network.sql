-- A code that somebody else asked for replaces nobody's: there is one for each network that asks, and one apart for an account that moves there.
drop index one_time_codes_current_idx;
create unique index one_time_codes_current_idx on one_time_codes (email, account_id, ip) nulls not distinct where not replaced;

-- Wrong tries by the network that they came from, so that a stranger ends a code for himself first.
create table one_time_code_tries (
  code_id uuid not null constraint one_time_code_tries_code_fkey references one_time_codes (id) on delete cascade,
  network text not null,
  tries   integer not null,
  constraint one_time_code_tries_pkey primary key (code_id, network)
);
