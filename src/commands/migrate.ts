import { fileURLToPath } from 'node:url';
import { createDataSource } from '../adapters/postgres/client/database.js';
import { migrate } from '../adapters/postgres/client/migrate.js';
import { ConfigError, loadLocalSettings } from '../config.js';
import { runCommand } from './command.js';

const COMMAND = {
  name: 'migrate',
  summary: 'Brings the database of DATABASE_URL up to date and ends. The processes that serve are started after it.',
};

await runCommand(COMMAND, async () => {
  const { databaseUrl } = loadLocalSettings();
  if (databaseUrl === undefined) {
    throw new ConfigError(['DATABASE_URL must be set: the embedded Postgres is migrated by npm start']);
  }
  const dataSource = await createDataSource({ url: databaseUrl, poolSize: 2 }).initialize();
  try {
    await migrate(dataSource, fileURLToPath(new URL('../../migrations', import.meta.url)), (line) => console.log(line));
  } finally {
    await dataSource.destroy();
  }
});
