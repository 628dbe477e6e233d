import { Module } from '@nestjs/common';
import { Ledger } from '../../core/billing/ports.js';
import { Entities, Snapshots } from '../../core/entities/ports.js';
import { PurgeSnapshots, SnapshotRetention } from '../../core/entities/purge-snapshots.js';
import { Metrics } from '../../core/metrics/ports.js';
import { Clock, Jobs, Log, Transaction } from '../../core/ports.js';
import { Registries } from '../../core/registries/ports.js';
import { AccountShares } from '../../core/verification/account-shares.js';
import { AskRegister } from '../../core/verification/ask-register.js';
import { JobRetention, PurgeExpired } from '../../core/purge-expired.js';
import { Tracing } from '../../core/tracing/ports.js';
import { Turns } from '../../core/schedule.js';
import { Sweep } from '../../core/sweep.js';
import { OneTimeCodes } from '../../core/accounts/ports.js';
import { IdempotencyRecords } from '../../core/idempotency/ports.js';
import { EndedWork, Retrievals } from '../../core/verification/ports.js';
import { RunRetrieval } from '../../core/verification/run-retrieval.js';
import { Settlement } from '../../core/verification/settlement.js';
import { AttemptDelivery } from '../../core/webhooks/attempt-delivery.js';
import { DeliverEvent } from '../../core/webhooks/deliver-event.js';
import { Destinations } from '../../core/webhooks/destinations.js';
import { Deliveries, Events, Sender, WebhookSecrets } from '../../core/webhooks/ports.js';
import { AddressGuard } from '../../core/webhooks/public-address.js';
import { TidyWebhooks } from '../../core/webhooks/tidy-webhooks.js';
import { wire } from '../http/wire.js';
import { Worker } from './worker.js';

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
