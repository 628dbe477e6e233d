import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PostgresLedgerAudit } from '../../src/adapters/postgres/billing/ledger-audit.js';
import { Database } from '../../src/adapters/postgres/client/database.js';
import { migrate } from '../../src/adapters/postgres/client/migrate.js';
import { MIGRATIONS_DIR, withConnections } from '../../src/commands/cli/open-database.js';
import { createEmptyDatabase, type TestDatabase } from '../support/database.js';
import { loadRows, recordedIn } from './recorded-rows.js';

const run = promisify(execFile);

const DAY = 86_400_000;
/** One moment for all recorded installations, so that they can be compared. */
const NOW = Date.now();

/** One folder for each released version: see `recordRelease`. */
export const RELEASES = join(import.meta.dirname, 'releases');
/** Seals their webhook secrets. */
export const ENCRYPTION_KEY = 'the-encryption-key-of-recorded-releases';

export const releases = () => readdirSync(RELEASES).toSorted();

export const rowsOf = (release: string) => join(RELEASES, release, 'rows');

/** A recorded account: its key, and its data export at the time. */
export interface RecordedAccount {
  key: string;
  dataExport: { credit_balance: number } & Record<string, unknown>;
}

export function accountOf(release: string): RecordedAccount {
  const text = readFileSync(join(RELEASES, release, 'account.json'), 'utf8');
  // 0.2.0 wrote the time of a decision in Postgres's format, unlike every other time.
  return JSON.parse(text.replaceAll(/(T[\d:]{8}\.\d{3})\d{3}\+00:00"/g, '$1Z"')) as RecordedAccount;
}

/**
 * Restores the database of that version: its schema, functions and rows. Moves all times as if it
 * had just been recorded, so that nothing has expired since.
 */
export async function databaseOf(release: string): Promise<TestDatabase> {
  const database = await createEmptyDatabase();
  const migrations = await mkdtemp(join(tmpdir(), 'standing-migrations-'));
  try {
    await run('tar', ['-xzf', join(RELEASES, release, 'migrations.tgz'), '-C', migrations]);
    await withConnections(database.url, (each) => migrate(each, migrations, () => undefined));
    await loadRows(database.url, rowsOf(release));
    await withConnections(database.url, (each) => each.query(makeYounger(ageOf(release))));
    return database;
  } catch (error) {
    await database.drop();
    throw error;
  } finally {
    await rm(migrations, { recursive: true });
  }
}

export const migrateNow = ({ url }: TestDatabase) =>
  withConnections(url, (each) => migrate(each, MIGRATIONS_DIR, () => undefined));

export const ledgerOf = ({ url }: TestDatabase) =>
  withConnections(url, (each) => new PostgresLedgerAudit(new Database(each)).check());

/** Returns output of an account in that database with its times and dates as recorded. */
export function asRecorded(shown: unknown, release: string): unknown {
  const { seconds, days } = ageOf(release);
  const recorded = JSON.stringify(accountOf(release));
  const text = JSON.stringify(shown).replaceAll(
    /"(\d{4}-\d\d-\d\d)(?:(T[\d:]{8})([^"]*))?"/g,
    (now, date, time, fraction) => {
      const then = new Date(Date.parse(`${date}${time ?? 'T00:00:00'}Z`) - (time ? seconds * 1_000 : days * DAY));
      const before = JSON.stringify(
        time ? `${then.toISOString().slice(0, 19)}${fraction}` : then.toISOString().slice(0, 10),
      );
      return recorded.includes(before) ? before : now;
    },
  );
  return JSON.parse(text);
}

/** Returns the age of a recording in seconds and in calendar dates. */
function ageOf(release: string): { seconds: number; days: number } {
  const { takenAt } = recordedIn(rowsOf(release));
  return {
    seconds: Math.floor((NOW - Date.parse(takenAt)) / 1_000),
    days: Math.floor(NOW / DAY) - Math.floor(Date.parse(takenAt) / DAY),
  };
}

/** Moves every time and date of a database. Disables triggers, which would refuse it. */
const makeYounger = ({ seconds, days }: ReturnType<typeof ageOf>) => `
do $$
declare moved record;
begin
  set local session_replication_role = replica;
  for moved in
    select table_name, string_agg(format('%1$I = %1$I + %2$s', column_name,
             case data_type when 'date' then '${days}' else 'interval ''${seconds} seconds''' end), ', ') as columns
      from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE' and data_type in ('date', 'timestamp with time zone')
     group by table_name
  loop
    execute format('update %I set %s', moved.table_name, moved.columns);
  end loop;
end $$`;

/**
 * Builds the program of that version from the newest commit that has its migrations. The caller
 * removes the folder.
 */
export async function programOf(release: string): Promise<string> {
  const commit = await commitOf(release);
  const folder = await mkdtemp(join(tmpdir(), `standing-${release}-`));
  await run('git', ['clone', '--quiet', '--shared', '--no-checkout', process.cwd(), folder]);
  await run('git', ['checkout', '--quiet', '--detach', commit], { cwd: folder });
  const lockOf = (root: string) => readFile(join(root, 'package-lock.json'), 'utf8');
  if ((await lockOf(folder)) === (await lockOf('.'))) await run('cp', ['-a', 'node_modules', folder]);
  await run('npm', ['run', '--silent', 'build'], { cwd: folder, maxBuffer: 1 << 26 });
  return folder;
}

async function commitOf(release: string): Promise<string> {
  const tree = readFileSync(join(RELEASES, release, 'migrations.tree'), 'utf8').trim();
  const { stdout: commits } = await run('git', ['log', '--format=%H'], { maxBuffer: 1 << 26 });
  const looking = run('git', ['cat-file', '--batch-check=%(objectname)'], { maxBuffer: 1 << 26 });
  looking.child.stdin?.end(commits.replaceAll('\n', ':migrations\n'));
  const trees = (await looking).stdout.split('\n');
  const commit = commits.split('\n')[trees.indexOf(tree)];
  if (!commit) throw new Error(`no commit here has the migrations of ${release}: fetch the whole history`);
  return commit;
}
