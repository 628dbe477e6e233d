import { fileURLToPath } from 'node:url';
import { createDataSource } from '../adapters/postgres/client/database.js';
import { migrate } from '../adapters/postgres/client/migrate.js';
import { loadConfig } from '../config.js';

/** Brings the database up to date and ends: for deployments where the serving processes are started after it. */
const { databaseUrl } = loadConfig();
if (databaseUrl === undefined)
  throw new Error('DATABASE_URL must be set: the embedded Postgres is migrated by npm start');
const dataSource = await createDataSource({ url: databaseUrl, poolSize: 2 }).initialize();
try {
  await migrate(dataSource, fileURLToPath(new URL('../../migrations', import.meta.url)), (line) => console.log(line));
} finally {
  await dataSource.destroy();
}
