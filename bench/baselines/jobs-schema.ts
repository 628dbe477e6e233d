import type { Client } from 'pg';
import { CREDITS } from '../seed.js';

/**
 * The minimum that an uncached verification must store durably: charge and job together, then
 * record, snapshot and end of the job together.
 */
const SCHEMA = `
create table accounts (id int primary key, balance int not null check (balance >= 0)) with (fillfactor = 40);
create table ledger (
  id bigint generated always as identity primary key, account_id int not null, amount int not null, balance_after int not null,
  job_id bigint not null, created_at timestamptz not null default now()
);
create table jobs (
  id bigint generated always as identity primary key, account_id int not null, jurisdiction text not null, name text not null,
  webhook_url text not null, status text not null default 'pending', created_at timestamptz not null default now(), completed_at timestamptz
);
create table entities (
  id bigint generated always as identity primary key, jurisdiction text not null, record_id text not null, record jsonb not null,
  retrieved_at timestamptz not null, unique (jurisdiction, record_id)
);
create table snapshots (entity_id bigint not null, record jsonb not null, retrieved_at timestamptz not null);
create index snapshots_entity_idx on snapshots (entity_id);

create function begin_job(of_account int, within text, named text, url text, out job bigint, out balance int) language plpgsql as $$
begin
  update accounts a set balance = a.balance - 1 where a.id = of_account and a.balance >= 1 returning a.balance into balance;
  if not found then raise exception 'insufficient credits'; end if;
  insert into jobs (account_id, jurisdiction, name, webhook_url) values (of_account, within, named, url) returning id into job;
  insert into ledger (account_id, amount, balance_after, job_id) values (of_account, -1, balance, job);
end $$;

create function end_job(ended bigint, within text, its_record jsonb) returns bigint language plpgsql as $$
declare entity bigint;
begin
  insert into entities as e (jurisdiction, record_id, record, retrieved_at) values (within, its_record ->> 'id', its_record, now())
    on conflict (jurisdiction, record_id) do update set record = excluded.record, retrieved_at = now() returning e.id into entity;
  insert into snapshots values (entity, its_record, now());
  update jobs set status = 'completed', completed_at = now() where id = ended;
  return entity;
end $$;
`;

export async function makeJobsBaseline(session: Client, accounts: number): Promise<void> {
  await session.query(SCHEMA);
  await session.query('insert into accounts select n, $2 from generate_series(1, $1::int) n', [accounts, CREDITS]);
}
