import type { Database } from '../../src/adapters/postgres/client/database.js';
import { until } from './until.js';

const SET_DUE = `update schedules set due_at = now() + make_interval(days => $1) where name = 'the sweep for lost work'`;

/**
 * Runs `work` while no process of this database sweeps: the result cannot depend on a sweep,
 * however slow the machine is.
 */
export async function withoutSweep<T>(db: Database, work: () => Promise<T>): Promise<T> {
  // The first sweep creates the row.
  await until(async () => (await db.change(SET_DUE, [1])) === 1);
  try {
    return await work();
  } finally {
    await db.change(SET_DUE, [0]);
  }
}
