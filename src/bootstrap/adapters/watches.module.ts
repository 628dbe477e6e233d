import { Global, Module } from '@nestjs/common';
import { NoSandboxEditions } from '../../adapters/in-process/left-out.js';
import { Database } from '../../adapters/postgres/client/database.js';
import { PostgresChangeMails } from '../../adapters/postgres/watches/change-mails.js';
import { PostgresWatchFacts } from '../../adapters/postgres/watches/watch-facts.js';
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
  WatchEventBodies,
  WatchPauses,
  Watches,
  WatchClock,
} from '../../core/watches/ports.js';
import { RefundOrphanedChecks } from '../../core/watches/checks/refund-orphaned-checks.js';
import { OrphanedChecks } from '../../core/accounts/ports.js';
import { WatchFacts } from '../../core/watches/facts.js';
import { ChangeMails } from '../../core/watches/mails/ports.js';
import { watchEventBody } from '../../modules/webhooks/watch-events.response.js';
import { Infrastructure } from '../infrastructure.js';
import { factory, ports } from './provide.js';

@Global()
@Module(
  ports(
    factory(WatchClock, watchClock, Infrastructure, Database),
    factory(SandboxEditions, ({ sandboxEditions }) => sandboxEditions ?? new NoSandboxEditions(), Infrastructure),
    { provide: SandboxClock, useClass: PostgresSandboxClock },
    { provide: Watches, useClass: PostgresWatches },
    { provide: WatchFacts, useClass: PostgresWatchFacts },
    { provide: ChangeMails, useClass: PostgresChangeMails },
    { provide: WatchedEditions, useClass: PostgresWatchedEditions },
    { provide: WatchEventBodies, useValue: { of: watchEventBody } satisfies WatchEventBodies },
    { provide: WatchChecks, useClass: PostgresWatchChecks },
    { provide: WatchPauses, useClass: PostgresWatchPauses },
    { provide: OrphanedChecks, useClass: RefundOrphanedChecks },
  ),
)
export class WatchPortsModule {}

function watchClock({ config, sandboxClock }: Infrastructure, db: Database): WatchClock {
  if (config.registryMode !== 'sandbox') return new DatabaseWatchClock(db);
  return sandboxClock ?? new SandboxWatchClock(db);
}
