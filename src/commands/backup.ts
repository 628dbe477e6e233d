import { backUp } from '../adapters/postgres/backup/backup.js';
import { migrationState } from '../adapters/postgres/client/migrate.js';
import { packageVersion } from '../bootstrap/package-version.js';
import { loadLocalSettings } from '../config.js';
import { runCommand, UsageError } from './cli/command.js';
import { BACKUP } from './cli/definitions.js';
import { MIGRATIONS_DIR, withConnections, withServer } from './cli/open-database.js';

await runCommand(BACKUP, async ({ values, positionals: [folder, ...rest] }) => {
  if (folder === undefined || rest.length > 0) throw new UsageError('give one folder that does not exist yet');
  const settings = loadLocalSettings();
  const manifest = await withServer(settings, async (url) => {
    const { applied, unknown } = await withConnections(url, (dataSource) => migrationState(dataSource, MIGRATIONS_DIR));
    if (applied.length === 0) throw new Error('the database is empty: is it the right one?');
    if (unknown.length > 0)
      throw new Error('the database is newer than this program: back it up with the version that uses it');
    return backUp({
      url,
      folder,
      program: packageVersion(),
      mirrors: !values['without-mirrors'],
      key: values['with-key'] ? settings.encryptionKey : undefined,
      migrations: applied,
    });
  });
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  if (values.json) {
    const { takenAt, postgres, sealedWith, mirrors } = manifest;
    console.log(
      JSON.stringify({
        folder,
        taken_at: takenAt,
        postgres,
        tables: manifest.tables.length,
        rows,
        mirrors,
        sealed_with: sealedWith,
      }),
    );
    return;
  }
  console.log(`${folder}: ${rows} rows of ${manifest.tables.length} tables`);
  if (values['with-key'])
    console.log('The backup contains ENCRYPTION_KEY: anyone with this folder can read the webhook secrets.');
  else
    console.log('Keep ENCRYPTION_KEY too, elsewhere: without it the webhook secrets in the backup cannot be opened.');
});
