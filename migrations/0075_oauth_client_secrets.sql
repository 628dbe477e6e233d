-- Of clients' secrets only digests are kept, as of tokens.

update oauth_records
   set payload = jsonb_set(payload, '{client_secret}',
                           to_jsonb('sha256:' || encode(sha256(convert_to(payload ->> 'client_secret', 'UTF8')), 'hex')))
 where model = 'Client' and payload ? 'client_secret' and payload ->> 'client_secret' not like 'sha256:%';
