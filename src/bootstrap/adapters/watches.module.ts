import { Module, type DynamicModule } from '@nestjs/common';
import { NoSandboxEditions } from '../../adapters/in-process/no-sandbox-editions.js';
import { Database } from '../../adapters/postgres/client/database.js';
import { PostgresWatchChecks } from '../../adapters/postgres/watches/checks.js';
import { PostgresWatchPauses } from '../../adapters/postgres/watches/pauses.js';
import { PostgresSandboxClock, SandboxWatchClock } from '../../adapters/postgres/watches/sandbox-clock.js';
import { PostgresWatchedEditions } from '../../adapters/postgres/watches/watched-editions.js';
import { PostgresWatches } from '../../adapters/postgres/watches/watches.js';
import { DatabaseWatchClock } from '../../adapters/postgres/watches/database-clock.js';
import {
  SandboxClock,
  SandboxEditions,
  WatchChecks,
  WatchedEditions,
  WatchPauses,
  Watches,
  WatchClock,
} from '../../core/watches/ports.js';
import { watchEventBody } from '../../modules/webhooks/watch-events.response.js';
import type { AppDependencies } from '../dependencies.js';
import { adapter, factory, portsModule } from './provide.js';

/** Watches, their checks, and the clock by which they live. */
@Module({})
export class WatchPortsModule {
  static forRoot({ config, sandboxClock, sandboxEditions }: AppDependencies): DynamicModule {
    const world = (db: Database) =>
      config.registryMode === 'sandbox' ? (sandboxClock ?? new SandboxWatchClock(db)) : new DatabaseWatchClock(db);
    return portsModule(WatchPortsModule, [
      factory(WatchClock, world, Database),
      factory(SandboxEditions, () => sandboxEditions ?? new NoSandboxEditions()),
      adapter(SandboxClock, PostgresSandboxClock, Database),
      adapter(Watches, PostgresWatches, Database),
      adapter(WatchedEditions, PostgresWatchedEditions, Database),
      factory(WatchChecks, (db: Database) => new PostgresWatchChecks(db, watchEventBody), Database),
      factory(WatchPauses, (db: Database) => new PostgresWatchPauses(db, watchEventBody), Database),
    ]);
  }
}
