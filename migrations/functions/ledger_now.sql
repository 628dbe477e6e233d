-- The one clock of charges and periods.
create or replace function ledger_now() returns timestamptz language sql volatile as $$ select clock_timestamp() $$;
