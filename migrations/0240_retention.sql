-- What the purges go by: an index by time for every table whose rows end, so that no batch reads more than what it deletes.

-- A snapshot may go once a later one of its entity exists: so each entity says from when its oldest one is, as soon as it has two. Written once, so that most
-- retrievals leave the index alone.
alter table entities add column oldest_snapshot_at timestamptz;
update entities e set oldest_snapshot_at = (select min(s.verified_at) from snapshots s where s.entity_id = e.id) where e.snapshots > 1;
create index entities_oldest_snapshot_idx on entities (oldest_snapshot_at) where oldest_snapshot_at is not null;

create index answers_answered_idx on answers (answered_at);
create index rankings_ranked_idx on rankings (ranked_at);

-- The day on which an account was last charged for the entity.
alter table entity_askers add column asked_on date not null default current_date;
create index entity_askers_asked_idx on entity_askers (asked_on);

create index api_keys_revoked_idx on api_keys (revoked_at) where revoked_at is not null;
create index payments_unpaid_idx on payments (created_at) where status <> 'paid';
create index accounts_closed_idx on accounts (deleted_at) where deleted_at is not null;
create index oauth_records_client_idx on oauth_records (used_at) where model = 'Client';
create index oauth_registrations_created_idx on oauth_registrations (created_at);

-- Erasure looks for the answers that name an entity's persons. Only the deep tier names any.
create index jobs_deep_entity_idx on jobs ((result ->> 'entityId'), id) where tier = 'deep';
-- An index on `outcome` itself would make every write of one more expensive.
alter table idempotency_keys add column deep_entity text;
update idempotency_keys set deep_entity = outcome #>> '{result,entityId}' where outcome #>> '{result,data,tier}' = 'deep';
create index idempotency_keys_deep_entity_idx on idempotency_keys (deep_entity, account_id, key) where deep_entity is not null;

create or replace function erased_stays_away() returns trigger language plpgsql as $$
begin
  case tg_table_name
    when 'jobs' then new.result := without_erased(new.result, '{data}');
    when 'idempotency_keys' then
      new.outcome := without_erased(new.outcome, '{result,data}');
      new.deep_entity := new.outcome #>> '{result,entityId}';
    when 'events' then new.body := without_erased(new.body::json, '{data}');
  end case;
  return new;
end $$;
