-- An application asked for the move to the address that is not confirmed yet: it needs the code of the present address, too.
alter table accounts add column moved_by_application boolean not null default false;
