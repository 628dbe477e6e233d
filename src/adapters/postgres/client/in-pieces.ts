import type { Database } from './database.js';

/**
 * Repeats a statement that does a part of its work at a time, each in a transaction of its own,
 * until it says that there is no `more`.
 */
export async function inPieces(db: Database, sql: string, values: readonly string[]): Promise<void> {
  for (let more = true; more;) {
    const piece = await db.row<{ more: boolean }>(sql, values);
    more = piece?.more === true;
  }
}
