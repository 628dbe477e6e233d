-- Clients that registered a loopback or private-use address beside an https one were taken for web
-- applications, which may not vary the port of the loopback.
update oauth_records
   set payload = jsonb_set(payload, '{application_type}', '"native"')
 where model = 'Client'
   and payload ->> 'application_type' = 'web'
   and exists (
     select from jsonb_array_elements_text(payload -> 'redirect_uris') as uri where uri !~* '^https:'
   )
   and not exists (
     select from jsonb_array_elements_text(payload -> 'redirect_uris') as uri
      where uri ~* '^https://(localhost|127\.0\.0\.1|\[::1\])([:/?]|$)'
   );
