import type { PostgresDataSource } from './data-source.js';

const TRIES = 3;

/**
 * Whether each connection is a session of its own, as LISTEN, advisory locks and named statements
 * need. Behind a pooler in transaction mode it is not: a connection whose transaction has ended
 * gives its session to the next one that begins.
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
