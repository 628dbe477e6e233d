-- A key that an application made belongs to the grant that allowed it, and ends with it.
alter table api_keys add column grant_id text;
create index api_keys_grant_idx on api_keys (grant_id) where grant_id is not null;
