import { setTimeout as sleep } from 'node:timers/promises';
import {
  DataSource,
  MigrationExecutor,
  type DataSourceOptions,
  type MigrationInterface,
  type QueryRunner,
} from 'typeorm';
import { adoptBaseline, isBeforeBaseline } from './baseline.js';
import { applyFunctions, changedFunctions, refuseNewerFunctions } from './function-files.js';
import {
  migrationNames,
  readFunctions,
  readMigrations,
  type FunctionFile,
  type MigrationFile,
} from './migration-files.js';
import { classifyDatabaseError } from './sql-state.js';

/** Any constant, as long as every version of this program uses the same one. */
const LOCK_KEY = 7_827_663_001;
/** While a migration waits for a lock, every charge waits behind it. */
const LOCK_TIMEOUT_MS = 3_000;
const LOCK_PAUSE_MS = 1_000;
const LOCK_LOOK_MS = 100;
const LOCK_ATTEMPTS = 100;
const CHECKSUMS_TABLE = 'migration_checksums';

/**
 * Migrates the schema: numbered files in order, each in its own transaction (except those that
 * build an index concurrently), and functions whose text has changed. Processes that start together
 * take turns, because TypeORM itself takes no lock. Throws and changes nothing if the database is
 * newer than the program or if an applied file has been edited.
 */
export async function migrate(
  dataSource: DataSource,
  migrationsDir: string,
  log: (line: string) => void,
): Promise<void> {
  const files = await readMigrations(migrationsDir);
  const functions = await readFunctions(migrationsDir);
  const patient = await withoutTimeLimits(dataSource).initialize();
  const runner = patient.createQueryRunner();
  try {
    await lock(runner, log);
    const isOld = isBeforeBaseline(await appliedNames(runner));
    if (!isOld) await refuseForeignHistory(runner, files);
    await refuseNewerFunctions(runner, functions);
    await runner.query(`set lock_timeout = '${LOCK_TIMEOUT_MS}ms'`);
    const { missing } = await changedFunctions(runner, functions);
    await applyFunctions(
      runner,
      missing.filter(({ isForTriggers }) => isForTriggers),
    );
    if (isOld) {
      await patiently(log, () => adoptBaseline(runner, migrationsDir, files));
      log('the database was migrated by the files that the baseline replaced; the baseline is now recorded as applied');
    }
    const before = new Set(await appliedNames(runner));
    await patiently(log, () => runPending(patient, runner, files));
    const after = new Set(await appliedNames(runner));
    const migrated = files.filter(({ name }) => after.has(name) && !before.has(name)).map(({ title }) => title);
    if (migrated.length > 0) log(`migrated ${migrated.join(', ')}`);
    await applyChanged(runner, functions, log);
  } finally {
    // Closing the connection also releases the lock, but slightly later.
    await runner.query('select pg_advisory_unlock_all()').catch(() => undefined);
    await runner.release();
    await patient.destroy();
  }
}

/**
 * A migration may take as long as it needs. Its connection is closed afterwards, and its locks with
 * it.
 */
function withoutTimeLimits({ options }: DataSource): DataSource {
  const { extra, ...rest } = options as Extract<DataSourceOptions, { type: 'postgres' }>;
  const limits = { statement_timeout: 0, query_timeout: 0, idle_in_transaction_session_timeout: 0 };
  return new DataSource({
    ...rest,
    driver: undefined,
    entities: [],
    poolSize: 1,
    extra: { ...(extra as object), ...limits },
  });
}

/**
 * A migration that alters a table queues behind every reader, and everyone else queues behind the
 * migration. So it gives up soon, lets others proceed and retries.
 */
async function patiently(log: (line: string) => void, work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await work();
      return;
    } catch (error) {
      if (
        attempt === LOCK_ATTEMPTS ||
        !(error instanceof Error) ||
        classifyDatabaseError(error.cause ?? error) !== 'wait'
      )
        throw error;
      log('a table is locked by another session; retrying');
      await sleep(LOCK_PAUSE_MS);
    }
  }
}

async function applyChanged(
  runner: QueryRunner,
  functions: readonly FunctionFile[],
  log: (line: string) => void,
): Promise<void> {
  const { missing, replaced } = await changedFunctions(runner, functions);
  await applyFunctions(runner, [...missing, ...replaced]);
  if (replaced.length > 0) log(`replaced ${replaced.map(({ title }) => title).join(', ')}`);
}

/**
 * Titles of the files, functions included, that the database has not applied. Empty if the schema
 * is up to date.
 */
export async function pendingMigrations(dataSource: DataSource, migrationsDir: string): Promise<string[]> {
  const files = await migrationNames(migrationsDir);
  const functions = await readFunctions(migrationsDir);
  const runner = dataSource.createQueryRunner();
  try {
    const seen = new Set(await appliedNames(runner));
    const { missing, replaced } = await changedFunctions(runner, functions);
    return [...files.filter(({ name }) => !seen.has(name)), ...missing, ...replaced].map(({ title }) => title);
  } finally {
    await runner.release();
  }
}

async function lock(runner: QueryRunner, log: (line: string) => void): Promise<void> {
  const [attempt] = (await runner.query('select pg_try_advisory_lock($1) as locked', [LOCK_KEY])) as {
    locked: boolean;
  }[];
  if (attempt?.locked) return;
  log('another process is migrating the database; waiting for it');
  // Polled: if we waited inside a statement, an index that the other process builds concurrently
  // would wait for us.
  for (;;) {
    await sleep(LOCK_LOOK_MS);
    const [again] = (await runner.query('select pg_try_advisory_lock($1) as locked', [LOCK_KEY])) as {
      locked: boolean;
    }[];
    if (again?.locked) return;
  }
}

async function refuseForeignHistory(runner: QueryRunner, files: MigrationFile[]): Promise<void> {
  const known = new Map(files.map((file) => [file.name, file]));
  const unknown = (await appliedNames(runner)).filter((name) => !known.has(name));
  if (unknown.length > 0) {
    const newest = files.at(-1)?.title ?? 'none';
    throw new Error(
      `the database is ahead of this program: it has ${unknown.join(', ')}, the newest known here is ${newest}; ` +
        'run a version at least as new as the one that migrated it',
    );
  }
  for (const { name, checksum } of await appliedChecksums(runner)) {
    const file = known.get(name);
    if (file && file.checksum !== checksum) {
      throw new Error(
        `migration ${file.title} was edited after it had been applied; undo that and write a new migration`,
      );
    }
  }
}

async function runPending(dataSource: DataSource, runner: QueryRunner, files: MigrationFile[]): Promise<void> {
  await runner.query(
    `create table if not exists ${CHECKSUMS_TABLE} (name text primary key, checksum text not null, applied_at timestamptz not null default now())`,
  );
  dataSource.migrations.splice(0, dataSource.migrations.length, ...files.map(toMigration));
  const executor = new MigrationExecutor(dataSource, runner);
  executor.transaction = 'each';
  await executor.executePendingMigrations();
}

function toMigration(file: MigrationFile): MigrationInterface {
  return {
    name: file.name,
    ...(isConcurrent(file.sql) && { transaction: false }),
    async up(runner) {
      await runFile(runner, file.sql).catch((error: Error) => {
        throw new Error(`migration ${file.title} failed: ${error.message}`, { cause: error });
      });
      await runner.query(`insert into ${CHECKSUMS_TABLE} (name, checksum) values ($1, $2)`, [file.name, file.checksum]);
    },
    down: () => Promise.reject(new Error('migrations only go forward')),
  };
}

/** Large tables are indexed while others write, which is impossible inside a transaction. */
function isConcurrent(sql: string): boolean {
  return /^(?:create (?:unique )?|drop )index concurrently /m.test(sql);
}

/** A file without a transaction runs statement by statement. Each statement must be repeatable. */
async function runFile(runner: QueryRunner, sql: string): Promise<void> {
  if (!isConcurrent(sql)) {
    await runner.query(sql);
    return;
  }
  const statements = sql.replaceAll(/^--.*$/gm, '').split(/;\s*$/m);
  for (const statement of statements) if (statement.trim() !== '') await runner.query(statement);
}

async function appliedNames(runner: QueryRunner): Promise<string[]> {
  if (!(await runner.hasTable('migrations'))) return [];
  return ((await runner.query('select name from migrations order by id')) as { name: string }[]).map((row) => row.name);
}

async function appliedChecksums(runner: QueryRunner): Promise<{ name: string; checksum: string }[]> {
  if (!(await runner.hasTable(CHECKSUMS_TABLE))) return [];
  return (await runner.query(`select name, checksum from ${CHECKSUMS_TABLE}`)) as { name: string; checksum: string }[];
}
