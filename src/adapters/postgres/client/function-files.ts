import type { QueryRunner } from 'typeorm';
import type { FunctionFile } from './migration-files.js';

const CHECKSUMS_TABLE = 'function_checksums';

/**
 * Creates or replaces functions in one transaction. The text of every applied version is recorded
 * for good: see `refuseNewerFunctions`.
 */
export async function applyFunctions(runner: QueryRunner, files: readonly FunctionFile[]): Promise<void> {
  if (files.length === 0) return;
  await runner.startTransaction();
  try {
    await runner.query(
      `create table if not exists ${CHECKSUMS_TABLE} (id bigint generated always as identity, name text, checksum text, applied_at timestamptz not null default now(), primary key (name, checksum))`,
    );
    // They call each other, in any order.
    await runner.query('set local check_function_bodies = off');
    for (const { name, title, sql, checksum } of files) {
      await runner.query(sql).catch((error: Error) => {
        throw new Error(`${title} failed: ${error.message}`, { cause: error });
      });
      await runner.query(`insert into ${CHECKSUMS_TABLE} (name, checksum) values ($1, $2)`, [name, checksum]);
    }
    await runner.commitTransaction();
  } catch (error) {
    await runner.rollbackTransaction();
    throw error;
  }
}

/** Functions whose text was never applied to this database. */
export async function changedFunctions(
  runner: QueryRunner,
  files: readonly FunctionFile[],
): Promise<{ missing: FunctionFile[]; replaced: FunctionFile[] }> {
  const applied = await appliedTexts(runner);
  const changed = files.filter(({ name, checksum }) => !applied.get(name)?.includes(checksum));
  return {
    missing: changed.filter(({ name }) => !applied.has(name)),
    replaced: changed.filter(({ name }) => applied.has(name)),
  };
}

/**
 * Throws if a text was applied once but is not the current one: a newer version of this program
 * replaced it and would break if it were put back.
 */
export async function refuseNewerFunctions(runner: QueryRunner, files: readonly FunctionFile[]): Promise<void> {
  const applied = await appliedTexts(runner);
  const older = files.find(({ name, checksum }) => (applied.get(name)?.indexOf(checksum) ?? -1) > 0);
  if (!older) return;
  throw new Error(
    `the database is ahead of this program: a newer version has replaced ${older.title}; ` +
      'run a version at least as new as the one that migrated it',
  );
}

/** The checksums of each function's texts, the current one first. */
async function appliedTexts(runner: QueryRunner): Promise<Map<string, string[]>> {
  if (!(await runner.hasTable(CHECKSUMS_TABLE))) return new Map();
  const rows = (await runner.query(
    `select name, array_agg(checksum order by id desc) as checksums from ${CHECKSUMS_TABLE} group by name`,
  )) as { name: string; checksums: string[] }[];
  return new Map(rows.map(({ name, checksums }) => [name, checksums]));
}
