import type { Database } from '../../src/adapters/postgres/client/database.js';

/**
 * Freezes the table statistics for good: Postgres plans later data as if the tables were still as
 * small. The same happens in an installation between two runs of autovacuum, and for every new
 * file, edition and account.
 */
export async function freezeStatistics(db: Database): Promise<void> {
  const tables = await db.rows<{ name: string }>(
    `select quote_ident(relname) as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  );
  for (const { name } of tables) await db.change(`alter table ${name} set (autovacuum_enabled = false)`);
  await db.change('analyze');
}

/**
 * Returns the number of rows of a table that `work` reads. All of it must use the only connection
 * of `db`.
 */
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
