-- Every sign-in looks for the account that moved away from its address and did not confirm the new
-- one.
create index concurrently if not exists accounts_moved_idx on accounts (proven_email)
  where not email_verified and proven_email is not null;
