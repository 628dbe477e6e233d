import type { Client } from 'pg';
import { apiKeyDigest } from '../../src/core/accounts/keys/api-key.js';
import { CREDITS, JURISDICTIONS, REQUESTS_PER_MINUTE } from '../seed.js';

/**
 * The minimum that a verification must store durably: the balance, the ledger entry with its
 * running balance, and who asked for what.
 */
const SCHEMA = `
create table accounts (id int primary key, balance int not null check (balance >= 0)) with (fillfactor = 40);
create table api_keys (digest bytea primary key, id int not null, account_id int not null, per_minute int not null);
create table entities (
  id int primary key, jurisdiction text not null, name_key text not null, record_id text not null, name text not null, status text not null,
  type text not null, formed_on text not null, retrieved_at timestamptz not null
);
create index entities_name_idx on entities (jurisdiction, name_key);
create table ledger (
  id bigint generated always as identity primary key, account_id int not null, amount int not null, balance_after int not null,
  key_id int not null, entity_id int not null, created_at timestamptz not null default now()
);
create index ledger_account_idx on ledger (account_id, id);
create table accesses (account_id int, entity_id int, primary key (account_id, entity_id));

-- Requests of any accounts in one transaction. The statement after the locks sees the balances under them; requests that a balance does not
-- cover come back without one.
create function verify_batch(asking int[], with_key int[], within text[], named text[])
  returns table (place int, balance int, id int, record_id text, name text, status text, type text, formed_on text, retrieved_at timestamptz)
language plpgsql as $$
begin
  perform from accounts a where a.id = any (asking) order by a.id for no key update;
  return query
  with asked as materialized (
    select r.place::int, r.account_id, r.key_id, e.*
      from unnest(asking, with_key, within, named) with ordinality r (account_id, key_id, jurisdiction, name_key, place)
      left join lateral (
        select e.id, e.record_id, e.name, e.status, e.type, e.formed_on, e.retrieved_at from entities e
         where e.jurisdiction = r.jurisdiction and e.name_key = r.name_key limit 1
      ) e on true
  ), counted as materialized (
    select a.*, count(a.id) over (partition by a.account_id order by a.place) as turn from asked a
  ), paid as materialized (
    select c.place, c.account_id, c.key_id, c.id as entity_id, (a.balance - c.turn)::int as balance
      from counted c join accounts a on a.id = c.account_id where c.id is not null and c.turn <= a.balance
  ), debited as (
    update accounts a set balance = p.balance
      from (select p.account_id, min(p.balance) as balance from paid p group by 1) p where a.id = p.account_id
  ), entered as (
    insert into ledger (account_id, amount, balance_after, key_id, entity_id)
      select p.account_id, -1, p.balance, p.key_id, p.entity_id from paid p order by p.account_id, p.place
  ), noted as (
    insert into accesses select distinct p.account_id, p.entity_id from paid p on conflict do nothing
  )
  select c.place, p.balance, c.id, c.record_id, c.name, c.status, c.type, c.formed_on, c.retrieved_at
    from counted c left join paid p on p.place = c.place;
end $$;
`;

export async function makeVerifyBaseline(session: Client, apiKeys: readonly string[], entities: number): Promise<void> {
  await session.query(SCHEMA);
  await session.query('insert into accounts select n, $2 from generate_series(1, $1::int) n', [
    apiKeys.length,
    CREDITS,
  ]);
  await session.query(
    `insert into api_keys select decode(digest, 'hex'), n, n, $2 from unnest($1::text[]) with ordinality k (digest, n)`,
    [apiKeys.map(apiKeyDigest), REQUESTS_PER_MINUTE],
  );
  await session.query(
    `insert into entities
     select n, (array['${JURISDICTIONS.join("','")}'])[1 + n % ${JURISDICTIONS.length}], 'bench company ' || n, 'B' || n,
            'Bench Company ' || n || ' LLC', 'active', 'Limited Liability Company', (date '1990-01-01' + n % 12000)::text, now()
       from generate_series(1, $1::int) n`,
    [entities],
  );
  await session.query('vacuum analyze');
}
