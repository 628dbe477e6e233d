-- Tells every process that remembers an account's webhook secrets when they are others, whoever changes them.

create function webhook_secret_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('webhook_secret_changed', old.account_id::text);
  return null;
end $$;
create trigger webhook_secret_changed after update or delete on webhook_secrets
  for each row execute function webhook_secret_changed();
