-- A key that an application made has the scopes of the token with which it was made, or all scopes
-- if none are named. Earlier ones get those that their application was granted.
alter table api_keys add column scopes text[];

update api_keys k
   set scopes = array(
     select scope from unnest(array['account:read', 'account:write', 'billing']) scope
      where scope = any (string_to_array(coalesce(g.payload #>> '{openid,scope}', ''), ' '))
         or exists (select from jsonb_each_text(coalesce(g.payload -> 'resources', '{}')) r
                     where scope = any (string_to_array(r.value, ' '))))
  from oauth_records g
 where g.model = 'Grant' and g.id = k.grant_id;
