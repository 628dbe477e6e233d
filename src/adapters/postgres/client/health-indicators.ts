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

/** A queue that nobody works off grows old. */
const OLDEST_ALLOWED_SECONDS = 120;

export function queueIndicator(db: Database): HealthIndicator {
  return {
    name: 'queue',
    check: async () => {
      const row = await db.row<{ waiting: number; oldest_seconds: number }>(
        `select count(*)::int as waiting, coalesce(extract(epoch from now() - min(due_at)), 0)::int as oldest_seconds
           from retrievals where finished_at is null and due_at < now()`,
      );
      const oldest = row?.oldest_seconds ?? 0;
      if (oldest > OLDEST_ALLOWED_SECONDS) throw new Error(`the oldest retrieval has been due for ${oldest} s`);
      return { waiting: row?.waiting ?? 0, oldest_seconds: oldest };
    },
  };
}
