import { migrate } from '../adapters/postgres/client/migrate.js';
import { ConfigError, loadLocalSettings } from '../config.js';
import { runCommand } from './command.js';
import { MIGRATIONS_DIR, withConnections } from './open-database.js';

const COMMAND = {
  name: 'migrate',
  summary: 'Brings the database of DATABASE_URL up to date and ends. The processes that serve are started after it.',
};

await runCommand(COMMAND, async () => {
  const { databaseUrl } = loadLocalSettings();
  if (databaseUrl === undefined) {
    throw new ConfigError(['DATABASE_URL must be set: the embedded Postgres is migrated by npm start']);
  }
  await withConnections(databaseUrl, (dataSource) => migrate(dataSource, MIGRATIONS_DIR, (line) => console.log(line)));
});
