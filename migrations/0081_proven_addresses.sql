-- An address that an account merely named is not its own: whoever proves it takes it, and the account goes back to the last address it
-- proved itself. A code that was sent for a move proves the address for the account that asked for the move, and for no other.
alter table accounts
  add column proven_email text,
  add constraint accounts_proven_email_until_deleted check (proven_email is null or deleted_at is null);
update accounts set proven_email = email where email_verified;
alter table one_time_codes add column account_id uuid constraint one_time_codes_account_fkey references accounts (id);
