import { Global, Module } from '@nestjs/common';
import {
  ApiKeyCache,
  KEY_HOLDER_CHANGED,
  ACCESS_CHANGED,
  ANSWER_CHANGED,
  ENTITY_CHANGED,
  EntityCache,
  RANKING_CHANGED,
} from '../../adapters/postgres/cache/caches.js';
import { Notifications, JOB_ENDED } from '../../adapters/postgres/cache/notifications.js';
import { Database } from '../../adapters/postgres/client/database.js';
import { JURISDICTION_SWITCHED } from '../../adapters/postgres/registries/jurisdiction-switches.js';
import { PostgresRetention } from '../../adapters/postgres/maintenance/retention.js';
import { PostgresScheduleLock } from '../../adapters/postgres/maintenance/schedule-locks.js';
import { PostgresIdempotencyRecords } from '../../adapters/postgres/idempotency/idempotency-records.js';
import { WEBHOOK_SECRET_CHANGED } from '../../adapters/postgres/webhooks/webhook-secrets.js';
import { IdempotencyRecords } from '../../core/idempotency/ports.js';
import { Retention } from '../../core/maintenance/retention.js';
import { ScheduleLock } from '../../core/maintenance/ports.js';
import { Log, Transaction } from '../../core/ports.js';
import { Infrastructure } from '../infrastructure.js';
import { factory, ports } from './provide.js';

const CHANNELS = [
  JOB_ENDED,
  JURISDICTION_SWITCHED,
  KEY_HOLDER_CHANGED,
  ENTITY_CHANGED,
  ANSWER_CHANGED,
  RANKING_CHANGED,
  ACCESS_CHANGED,
  WEBHOOK_SECRET_CHANGED,
];

/** The database, its notifications, and the caches they invalidate. */
@Global()
@Module(
  ports(
    factory(Database, ({ dataSource, replica }) => new Database(dataSource, replica), Infrastructure),
    { provide: Transaction, useExisting: Database },
    factory(Notifications, openNotifications, Database, Log),
    { provide: ApiKeyCache, useClass: ApiKeyCache },
    { provide: EntityCache, useClass: EntityCache },
    { provide: ScheduleLock, useClass: PostgresScheduleLock },
    { provide: Retention, useClass: PostgresRetention },
    { provide: IdempotencyRecords, useClass: PostgresIdempotencyRecords },
  ),
)
export class PostgresModule {}

async function openNotifications(db: Database, log: Log): Promise<Notifications> {
  const notifications = new Notifications(db, CHANNELS, log);
  await notifications.open();
  return notifications;
}
