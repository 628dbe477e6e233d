-- An account may have revoked any number of keys: its list is read in pages, and its newest revoked ones without reading the others.
create index api_keys_listed_idx on api_keys (account_id, id);
create index api_keys_of_account_revoked_idx on api_keys (account_id, revoked_at);
drop index api_keys_account_idx;
