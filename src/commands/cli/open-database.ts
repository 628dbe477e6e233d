import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createDataSource, type PostgresDataSource } from '../../adapters/postgres/client/data-source.js';
import { EmbeddedPostgres } from '../../adapters/postgres/embedded/embedded-postgres.js';
import { pendingMigrations } from '../../adapters/postgres/client/migrate.js';
import type { Config } from '../../config.js';

export const MIGRATIONS_DIR = fileURLToPath(new URL('../../../migrations', import.meta.url));

/** Provides the installation's Postgres for one task, whether the service runs or not. */
export async function withServer<T>(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  work: (url: string) => Promise<T>,
): Promise<T> {
  if (databaseUrl !== undefined) return work(databaseUrl);
  const embedded = await EmbeddedPostgres.start({ dataDir: join(dataDir, 'postgres'), log: () => undefined });
  try {
    return await work(embedded.url);
  } finally {
    await embedded.stop();
  }
}

export async function withConnections<T>(
  url: string,
  work: (dataSource: PostgresDataSource) => Promise<T>,
): Promise<T> {
  // Checking a whole ledger takes minutes, so statements have no time limit.
  const dataSource = await createDataSource({ url, poolSize: 2, queryTimeoutMs: 0 }).initialize();
  try {
    return await work(dataSource);
  } finally {
    await dataSource.destroy();
  }
}

/** Opens the database. Throws if migrations are pending. */
export function withDatabase<T>(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  work: (dataSource: PostgresDataSource) => Promise<T>,
): Promise<T> {
  return withServer(config, (url) =>
    withConnections(url, async (dataSource) => {
      const [pending] = await pendingMigrations(dataSource, MIGRATIONS_DIR);
      if (pending)
        throw new Error(`the database lacks the migrations ${pending}: start the service of this version once`);
      return work(dataSource);
    }),
  );
}
