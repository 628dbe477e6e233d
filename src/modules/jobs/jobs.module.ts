import { Module } from '@nestjs/common';
import { Ledger } from '../../core/billing/ports.js';
import { Entities, Snapshots } from '../../core/entities/ports.js';
import { PurgeSnapshots, SnapshotRetention } from '../../core/maintenance/purge-snapshots.js';
import { Metrics } from '../../core/metrics/ports.js';
import { Clock, Jobs, Log, Transaction } from '../../core/ports.js';
import { Registries } from '../../core/registries/ports.js';
import { AccountShares } from '../../core/concurrency/worker-fair-share.js';
import { AskRegister } from '../../core/verification/query-registry.js';
import { JobRetention, PurgeExpired } from '../../core/maintenance/purge-expired.js';
import { Tracing } from '../../core/tracing/ports.js';
import { Turns } from '../../core/maintenance/schedule-lock.js';
import { Sweep } from '../../core/maintenance/requeue-due-work.js';
import { OneTimeCodes } from '../../core/accounts/ports.js';
import { IdempotencyRecords } from '../../core/idempotency/ports.js';
import { EndedWork, Retrievals } from '../../core/verification/ports.js';
import { RunRetrieval } from '../../core/verification/run-retrieval.js';
import { Settlement } from '../../core/verification/settlement.js';
import { AttemptDelivery } from '../../core/webhooks/attempt-delivery.js';
import { DeliverEvent } from '../../core/webhooks/deliver-event.js';
import { Destinations } from '../../core/concurrency/destination-limiter.js';
import { Deliveries, Events, Sender, WebhookSecrets } from '../../core/webhooks/ports.js';
import { AddressGuard } from '../../core/webhooks/public-address.js';
import { TidyWebhooks } from '../../core/maintenance/expire-webhooks.js';
import { wire } from '../http/wire.js';
import { Worker } from './maintenance.scheduler.js';

@Module({
  providers: [
    wire(AskRegister, Registries, Clock, Tracing),
    wire(Settlement, Retrievals, Entities, Ledger, Events, Transaction, Clock, Metrics),
    wire(AccountShares),
    wire(RunRetrieval, Retrievals, AskRegister, Settlement, AccountShares, Jobs, Log, Tracing),
    wire(Destinations),
    wire(AttemptDelivery, AddressGuard, WebhookSecrets, Sender, Clock, Tracing),
    wire(DeliverEvent, Deliveries, AttemptDelivery, Destinations, Jobs, Metrics),
    wire(TidyWebhooks, Events, Deliveries),
    wire(PurgeSnapshots, Snapshots, SnapshotRetention),
    wire(Sweep, Retrievals, Deliveries, Jobs),
    wire(PurgeExpired, OneTimeCodes, IdempotencyRecords, EndedWork, JobRetention, Clock),
    wire(Worker, Jobs, RunRetrieval, DeliverEvent, Sweep, TidyWebhooks, PurgeSnapshots, PurgeExpired, Turns, Log),
  ],
})
export class WorkerModule {}
