import { randomUUID } from 'node:crypto';
import type { Database } from '../../src/adapters/postgres/client/database.js';
import type { PostgresLedger } from '../../src/adapters/postgres/billing/ledger.js';
import { newId, toUuid, type Id } from '../../src/core/ids.js';

/** Creates an account with these credits, bypassing the rules for new accounts. */
export async function openAccount(
  { db, ledger }: { db: Database; ledger: PostgresLedger },
  credits: number,
): Promise<Id<'acc'>> {
  const id = newId('acc');
  await db.change('insert into accounts (id, email) values ($1, $2)', [toUuid(id), `${randomUUID()}@example.com`]);
  await db.interactive((tx) => ledger.grant(tx, id, credits, 'for the test'));
  return id;
}

/** Locks the account's row until the returned function is called, so that charges of it wait. */
export async function holdAccount(db: Database, accountId: Id<'acc'>): Promise<() => Promise<void>> {
  const { client, end } = await db.connect();
  await client.query('begin');
  await client.query('select from accounts where id = $1 for update', [toUuid(accountId)]);
  return async () => {
    await client.query('rollback');
    end();
  };
}

/** Returns the backend pids that wait for a lock in this database. */
export async function thoseWhoWait(db: Database): Promise<number[]> {
  const rows = await db.rows<{ pid: number }>(
    `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and pid <> pg_backend_pid()`,
  );
  return rows.map(({ pid }) => pid);
}
