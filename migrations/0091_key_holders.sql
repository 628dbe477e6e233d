-- Tells every process that remembers who holds a key when that is no longer true, whoever changes it. Balances move without a word.

create function key_holder_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('key_holder_changed', to_jsonb(new) ->> tg_argv[0]);
  return null;
end $$;
create trigger key_holder_changed after update on api_keys
  for each row execute function key_holder_changed('account_id');
create trigger key_holder_changed after update of email_verified, disabled_at, deleted_at on accounts
  for each row execute function key_holder_changed('id');
