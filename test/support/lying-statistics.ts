import type { Database } from '../../src/adapters/postgres/client/database.js';

/**
 * Leaves Postgres with statistics of tables as they are now, for good: what comes in later is planned as if there were as little of it. So it is in an
 * installation between two runs of autovacuum, and for every new file, edition and account.
 */
export async function freezeStatistics(db: Database): Promise<void> {
  const tables = await db.rows<{ name: string }>(
    `select quote_ident(relname) as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  );
  for (const { name } of tables) await db.change(`alter table ${name} set (autovacuum_enabled = false)`);
  await db.change('analyze');
}

/** How many rows of a table a piece of work reads, all of it over the only connection of `db`. */
export async function rowsRead(db: Database, table: string, work: () => Promise<unknown>): Promise<number> {
  const before = await readSoFar(db, table);
  await work();
  return (await readSoFar(db, table)) - before;
}

async function readSoFar(db: Database, table: string): Promise<number> {
  await db.rows('select pg_stat_force_next_flush()');
  const row = await db.row<{ read: string }>(
    `select seq_tup_read + coalesce(idx_tup_fetch, 0) as read from pg_stat_user_tables where relname = $1`,
    [table],
  );
  return Number(row?.read ?? 0);
}
