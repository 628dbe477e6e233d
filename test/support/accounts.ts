import { randomUUID } from 'node:crypto';
import type { Database } from '../../src/adapters/postgres/client/database.js';
import type { PostgresLedger } from '../../src/adapters/postgres/billing/ledger.js';
import { newId, toUuid, type Id } from '../../src/core/ids.js';

/** A new account with these credits, past every rule of how accounts begin. */
export async function openAccount(
  { db, ledger }: { db: Database; ledger: PostgresLedger },
  credits: number,
): Promise<Id<'acc'>> {
  const id = newId('acc');
  await db.change('insert into accounts (id, email) values ($1, $2)', [toUuid(id), `${randomUUID()}@example.com`]);
  await db.interactive((tx) => ledger.grant(tx, id, credits, 'for the test'));
  return id;
}

/** Holds the account's row until it is let go, so that charges of it have to wait. */
export async function holdAccount(db: Database, accountId: Id<'acc'>): Promise<() => Promise<void>> {
  const { client, end } = await db.connect();
  await client.query('begin');
  await client.query('select from accounts where id = $1 for update', [toUuid(accountId)]);
  return async () => {
    await client.query('rollback');
    end();
  };
}

/** The connections of this database that wait for a lock. */
export async function thoseWhoWait(db: Database): Promise<number[]> {
  const rows = await db.rows<{ pid: number }>(
    `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and pid <> pg_backend_pid()`,
  );
  return rows.map(({ pid }) => pid);
}
