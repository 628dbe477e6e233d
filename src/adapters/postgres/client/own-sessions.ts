import type { PostgresDataSource } from './data-source.js';

const TRIES = 3;

/**
 * Returns whether each connection has its own session, as LISTEN, advisory locks and named
 * statements require. Behind a pooler in transaction mode, a session passes to the next transaction
 * as soon as one ends.
 */
export async function hasOwnSessions(dataSource: PostgresDataSource): Promise<boolean> {
  const [one, other] = [dataSource.createQueryRunner(), dataSource.createQueryRunner()];
  const sessionOf = async (runner: typeof one) => {
    const [row] = (await runner.query('select pg_backend_pid() as pid')) as [{ pid: number }];
    return row.pid;
  };
  try {
    for (let attempt = 0; attempt < TRIES; attempt++) {
      const before = await sessionOf(one);
      await other.startTransaction();
      const others = await sessionOf(other);
      const after = await sessionOf(one);
      await other.rollbackTransaction();
      if (before === others || before !== after) return false;
    }
    return true;
  } finally {
    await one.release();
    await other.release();
  }
}
