-- Tells every process that caches an account's webhook secrets when they have changed.
create or replace function webhook_secret_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('webhook_secret_changed', old.account_id::text);
  return null;
end $$;
