import { migrate } from '../adapters/postgres/client/migrate.js';
import { ConfigError, loadLocalSettings } from '../config.js';
import { runCommand } from './cli/command.js';
import { MIGRATE } from './cli/definitions.js';
import { MIGRATIONS_DIR, withConnections } from './cli/open-database.js';

await runCommand(MIGRATE, async () => {
  const { databaseUrl } = loadLocalSettings();
  if (databaseUrl === undefined) {
    throw new ConfigError(['DATABASE_URL must be set: the embedded Postgres is migrated by npm start']);
  }
  await withConnections(databaseUrl, (dataSource) => migrate(dataSource, MIGRATIONS_DIR, (line) => console.log(line)));
});
