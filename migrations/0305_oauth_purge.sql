-- Clients that never got a token, so that those which are too old are found without reading the others.

create index oauth_records_unused_client_idx on oauth_records (created_at) where model = 'Client' and used_at <= created_at;
