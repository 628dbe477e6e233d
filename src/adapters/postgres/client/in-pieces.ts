import type { Database } from './database.js';

/**
 * Repeats a statement that does part of its work at a time until it returns no `more`. Each run is
 * a transaction of its own.
 */
export async function inPieces(db: Database, sql: string, values: readonly string[]): Promise<void> {
  for (let more = true; more;) {
    const piece = await db.row<{ more: boolean }>(sql, values);
    more = piece?.more === true;
  }
}
