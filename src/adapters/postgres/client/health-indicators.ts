import type { PostgresDataSource } from './data-source.js';
import type { HealthIndicator } from '../../../core/health.js';
import type { Database } from './database.js';
import { pendingMigrations } from './migrate.js';

export function postgresIndicator(db: Database): HealthIndicator {
  return {
    name: 'postgres',
    check: async () => {
      await db.rows('select 1');
      return {};
    },
  };
}

/**
 * Writes the one row of the installation without changing it: a server that is read-only or out of
 * disk still answers reads.
 */
export function writesIndicator(db: Database): HealthIndicator {
  return {
    name: 'writes',
    check: async () => {
      await db.change('update installation set id = id');
      return {};
    },
  };
}

export function migrationsIndicator(dataSource: PostgresDataSource, migrationsDir: string): HealthIndicator {
  return {
    name: 'migrations',
    check: async () => {
      const pending = await pendingMigrations(dataSource, migrationsDir);
      if (pending.length > 0) throw new Error(`not applied yet: ${pending.join(', ')}`);
      return {};
    },
  };
}
