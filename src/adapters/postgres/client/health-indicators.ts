import type { DataSource } from 'typeorm';
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

export function migrationsIndicator(dataSource: DataSource, migrationsDir: string): HealthIndicator {
  return {
    name: 'migrations',
    check: async () => {
      const pending = await pendingMigrations(dataSource, migrationsDir);
      if (pending.length > 0) throw new Error(`not applied yet: ${pending.join(', ')}`);
      return {};
    },
  };
}
