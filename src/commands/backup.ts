import { backUp } from '../adapters/postgres/backup/backup.js';
import type { Manifest } from '../adapters/postgres/backup/archive.js';
import { migrationState } from '../adapters/postgres/client/migrate.js';
import { packageVersion } from '../bootstrap/package-version.js';
import { loadLocalSettings } from '../config.js';
import { backUpRegularly } from './backup/regularly.js';
import { runCommand, UsageError, wholeNumber } from './cli/command.js';
import { BACKUP } from './cli/definitions.js';
import { MIGRATIONS_DIR, withConnections, withServer } from './cli/open-database.js';

const MAX_HOURS = 24 * 365;
const MAX_KEPT = 1_000;

interface Choices {
  'without-mirrors'?: boolean | undefined;
  'with-key'?: boolean | undefined;
  evidence?: boolean | undefined;
  json?: boolean | undefined;
}

await runCommand(BACKUP, async ({ values, positionals: [folder, ...rest] }) => {
  if (folder === undefined || rest.length > 0) throw new UsageError('give one folder that does not exist yet');
  if (values.every === undefined) return backUpTo(folder, values);
  const everyHours = wholeNumber('--every', values.every, 1, MAX_HOURS);
  const keep = wholeNumber('--keep', values.keep, 1, MAX_KEPT);
  const stop = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stop.abort());
  await backUpRegularly({ folder, everyHours, keep }, (each) => backUpTo(each, values), stop.signal);
});

async function backUpTo(folder: string, choices: Choices): Promise<void> {
  const settings = loadLocalSettings();
  const manifest = await withServer(settings, async (url) => {
    const { applied, unknown } = await withConnections(url, (dataSource) => migrationState(dataSource, MIGRATIONS_DIR));
    if (applied.length === 0) throw new Error('the database is empty: is it the right one?');
    if (unknown.length > 0) {
      throw new Error('the database is newer than this program: back it up with the version that uses it');
    }
    return backUp({
      url,
      folder,
      program: packageVersion(),
      mirrors: !choices['without-mirrors'],
      evidence: choices.evidence === true,
      key: choices['with-key'] ? settings.encryptionKey : undefined,
      migrations: applied,
    });
  });
  report(folder, manifest, choices);
}

function report(
  folder: string,
  { takenAt, postgres, sealedWith, mirrors, evidence, tables }: Manifest,
  choices: Choices,
): void {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  if (choices.json) {
    const counts = { tables: tables.length, rows };
    const told = { folder, taken_at: takenAt, postgres, ...counts, mirrors, evidence, sealed_with: sealedWith };
    console.log(JSON.stringify(told));
    return;
  }
  console.log(`${folder}: ${rows} rows of ${tables.length} tables`);
  if (!evidence) console.log('Evidence is left out; --evidence puts it in.');
  if (choices['with-key']) {
    console.log('The backup contains ENCRYPTION_KEY: anyone with this folder can read the webhook secrets.');
  } else {
    console.log('Keep ENCRYPTION_KEY too, elsewhere: without it the webhook secrets in the backup cannot be opened.');
  }
}
