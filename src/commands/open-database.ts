import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DataSource } from 'typeorm';
import { createDataSource } from '../adapters/postgres/client/database.js';
import { EmbeddedPostgres } from '../adapters/postgres/embedded/embedded-postgres.js';
import { pendingMigrations } from '../adapters/postgres/client/migrate.js';
import type { Config } from '../config.js';

const MIGRATIONS_DIR = fileURLToPath(new URL('../../migrations', import.meta.url));

/** The database of the installation for one piece of work, beside a running service or without one. */
export async function withDatabase<T>(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  work: (dataSource: DataSource) => Promise<T>,
): Promise<T> {
  const embedded = config.databaseUrl
    ? undefined
    : await EmbeddedPostgres.start({ dataDir: join(config.dataDir, 'postgres'), log: () => undefined });
  const dataSource = createDataSource({ url: config.databaseUrl ?? embedded?.url ?? '', poolSize: 2 });
  try {
    await dataSource.initialize();
    const [pending] = await pendingMigrations(dataSource, MIGRATIONS_DIR);
    if (pending) throw new Error(`the database lacks ${pending}: start the service of this version once`);
    return await work(dataSource);
  } finally {
    if (dataSource.isInitialized) await dataSource.destroy();
    await embedded?.stop();
  }
}
