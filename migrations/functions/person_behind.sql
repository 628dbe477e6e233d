-- The person who asked: no key, no application and no watch did.
create or replace function person_behind(of_account uuid, by_key uuid, by_grant text, by_watch uuid) returns table (email text) language sql stable as $$
  select a.email from accounts a where a.id = of_account and by_key is null and by_grant is null and by_watch is null
$$;
