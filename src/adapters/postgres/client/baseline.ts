import type { QueryRunner } from 'typeorm';
import { readSql, type MigrationFile } from './migration-files.js';

/** The baseline consists of `0001` to this file. */
const LAST_NUMBER = '0011';
/**
 * The files that the baseline replaced, as TypeORM recorded them: their count, one of them, and the
 * last.
 */
const REPLACED = { count: 78, mark: 'entities0000000000003', last: 'moves_by_applications0000000000682' };

/**
 * Returns whether the database was migrated by the files that the baseline replaced, and so has to
 * adopt it. Throws if only some of those files were applied.
 */
export function isBeforeBaseline(applied: readonly string[]): boolean {
  if (!applied.includes(REPLACED.mark)) return false;
  if (applied.length === REPLACED.count && applied.at(-1) === REPLACED.last) return true;
  throw new Error(
    `the database was migrated by files that the baseline has replaced, but not by all of them up to ` +
      '0682_moves_by_applications: migrate it with the last commit that has that file, or start with an empty database',
  );
}

export async function adoptBaseline(
  runner: QueryRunner,
  directory: string,
  files: readonly MigrationFile[],
): Promise<void> {
  const { sql } = await readSql(directory, 'baseline/adopt.sql');
  await runner.startTransaction();
  try {
    await runner.query(sql);
    await runner.query('truncate migrations, migration_checksums');
    for (const { title, name, checksum } of files) {
      if (title.slice(0, LAST_NUMBER.length) > LAST_NUMBER) continue;
      const timestamp = Number(title.slice(0, LAST_NUMBER.length));
      await runner.query('insert into migrations (timestamp, name) values ($1, $2)', [timestamp, name]);
      await runner.query('insert into migration_checksums (name, checksum) values ($1, $2)', [name, checksum]);
    }
    await runner.commitTransaction();
  } catch (error) {
    await runner.rollbackTransaction();
    throw error;
  }
}
