import { Module, type DynamicModule } from '@nestjs/common';
import { Ledger } from '../../core/billing/ports.js';
import { Entities, Snapshots } from '../../core/entities/ports.js';
import { PurgeSnapshots, SnapshotRetention } from '../../core/maintenance/purge-snapshots.js';
import { Readiness } from '../../core/health.js';
import { Metrics } from '../../core/metrics/ports.js';
import { Clock, Jobs, Log, Transaction } from '../../core/ports.js';
import { JurisdictionSwitches, Registries } from '../../core/registries/ports.js';
import { WorkerFairShare } from '../../core/concurrency/worker-fair-share.js';
import { QueryRegistry } from '../../core/verification/query-registry.js';
import { ProbeRegisters } from '../../core/maintenance/probe-registers.js';
import { JobRetentionPeriod, PurgeExpired } from '../../core/maintenance/purge-expired.js';
import { Tracing } from '../../core/tracing/ports.js';
import { ScheduleLock } from '../../core/maintenance/schedule-lock.js';
import { RequeueDueWork } from '../../core/maintenance/requeue-due-work.js';
import { OneTimeCodes } from '../../core/accounts/ports.js';
import { IdempotencyRecords } from '../../core/idempotency/ports.js';
import { JobRetention, Retrievals } from '../../core/verification/ports.js';
import { RunRetrieval } from '../../core/verification/run-retrieval.js';
import { Settlement } from '../../core/verification/settlement.js';
import { AttemptDelivery } from '../../core/webhooks/attempt-delivery.js';
import { DeliverEvent } from '../../core/webhooks/deliver-event.js';
import { DestinationLimiter } from '../../core/concurrency/destination-limiter.js';
import { Deliveries, Events, Sender, WebhookSecrets } from '../../core/webhooks/ports.js';
import { AddressGuard } from '../../core/webhooks/public-address.js';
import { ExpireWebhooks } from '../../core/maintenance/expire-webhooks.js';
import { wire } from '../http/wire.js';
import { DeliveryProcessor } from './delivery.processor.js';
import { MaintenanceScheduler } from './maintenance.scheduler.js';
import { RetrievalProcessor } from './retrieval.processor.js';
import { Worker } from './worker.js';

export interface JobsOptions {
  /** How long ended jobs are kept. */
  jobsKeptMs: number;
  /** How long snapshots are kept; for good when it is not given. */
  snapshotsKeptMs: number | undefined;
}

@Module({
  providers: [
    wire(QueryRegistry, Registries, Tracing),
    wire(Settlement, Retrievals, Entities, Ledger, Events, Transaction, Jobs, Clock, Metrics),
    wire(WorkerFairShare),
    wire(RunRetrieval, Retrievals, QueryRegistry, Settlement, WorkerFairShare, Jobs, Log, Tracing),
    wire(DestinationLimiter),
    wire(AttemptDelivery, AddressGuard, WebhookSecrets, Sender, Clock, Tracing),
    wire(DeliverEvent, Deliveries, AttemptDelivery, DestinationLimiter, Jobs, Metrics),
    wire(ExpireWebhooks, Events, Deliveries),
    wire(ProbeRegisters, Registries, JurisdictionSwitches),
    wire(PurgeSnapshots, Snapshots, SnapshotRetention),
    wire(RequeueDueWork, Retrievals, Deliveries, Jobs),
    wire(PurgeExpired, OneTimeCodes, IdempotencyRecords, JobRetention, JobRetentionPeriod, Clock),
    wire(RetrievalProcessor, RunRetrieval),
    wire(DeliveryProcessor, DeliverEvent),
    wire(Worker, Jobs, RetrievalProcessor, DeliveryProcessor, RunRetrieval, DeliverEvent, Readiness),
    wire(
      MaintenanceScheduler,
      RequeueDueWork,
      ProbeRegisters,
      ExpireWebhooks,
      PurgeSnapshots,
      PurgeExpired,
      ScheduleLock,
      Readiness,
      Log,
    ),
  ],
})
export class JobsModule {
  static forRoot({ jobsKeptMs, snapshotsKeptMs }: JobsOptions): DynamicModule {
    return {
      module: JobsModule,
      providers: [
        { provide: JobRetentionPeriod, useValue: new JobRetentionPeriod(jobsKeptMs) },
        { provide: SnapshotRetention, useValue: new SnapshotRetention(snapshotsKeptMs) },
      ],
    };
  }
}
