import { Module } from '@nestjs/common';
import { Ledger } from '../../core/billing/ports.js';
import { Entities } from '../../core/entities/ports.js';
import { Readiness } from '../../core/health.js';
import { Metrics } from '../../core/metrics/ports.js';
import { Clock, Jobs, Log, Transaction } from '../../core/ports.js';
import { JurisdictionSwitches, Registries } from '../../core/registries/ports.js';
import { WorkerFairShare } from '../../core/concurrency/worker-fair-share.js';
import { QueryRegistry } from '../../core/verification/query-registry.js';
import { ProbeRegisters } from '../../core/maintenance/probe-registers.js';
import { PurgeExpired, type RetentionPeriods } from '../../core/maintenance/purge-expired.js';
import { Tracing } from '../../core/tracing/ports.js';
import { Retention } from '../../core/maintenance/retention.js';
import { ScheduleLock } from '../../core/maintenance/schedule-lock.js';
import { RequeueDueWork } from '../../core/maintenance/requeue-due-work.js';
import { Retrievals } from '../../core/verification/ports.js';
import { RunRetrieval } from '../../core/verification/run-retrieval.js';
import { Settlement } from '../../core/verification/settlement.js';
import { AttemptDelivery } from '../../core/webhooks/attempt-delivery.js';
import { DeliverEvent } from '../../core/webhooks/deliver-event.js';
import { DestinationLimiter } from '../../core/concurrency/destination-limiter.js';
import { Deliveries, Events, Sender, WebhookSecrets } from '../../core/webhooks/ports.js';
import { AddressGuard } from '../../core/webhooks/public-address.js';
import { wire, wireWith } from '../http/wire.js';
import type { Settings } from '../settings/settings.js';
import { DeliveryProcessor } from './delivery.processor.js';
import { MaintenanceScheduler } from './maintenance.scheduler.js';
import { RegisterQueriesModule } from './register-queries.module.js';
import { RetrievalProcessor } from './retrieval.processor.js';
import { Worker } from './worker.js';

@Module({
  imports: [RegisterQueriesModule],
  providers: [
    wire(Settlement, Retrievals, Entities, Ledger, Events, Transaction, Clock),
    wire(WorkerFairShare),
    wire(RunRetrieval, Retrievals, QueryRegistry, Settlement, WorkerFairShare, Jobs, Log, Metrics, Tracing),
    wire(DestinationLimiter),
    wire(AttemptDelivery, AddressGuard, WebhookSecrets, Sender, Clock, Tracing),
    wire(DeliverEvent, Deliveries, AttemptDelivery, DestinationLimiter, Jobs, Metrics),
    wire(ProbeRegisters, Registries, JurisdictionSwitches),
    wire(RequeueDueWork, Retrievals, Deliveries, Jobs),
    wire(RetrievalProcessor, RunRetrieval),
    wire(DeliveryProcessor, DeliverEvent),
    wire(Worker, Jobs, RetrievalProcessor, DeliveryProcessor, RunRetrieval, DeliverEvent, Readiness),
    wireWith(retentionPeriods, PurgeExpired, Retention),
    wire(MaintenanceScheduler, RequeueDueWork, ProbeRegisters, PurgeExpired, ScheduleLock, Readiness, Log),
  ],
})
export class JobsModule {}

function retentionPeriods(settings: Settings): RetentionPeriods {
  const { jobsKeptMs, snapshotsKeptMs, entityTtlMs, noMatchTtlMs, searchTtlMs: rankingsUsedMs } = settings;
  return { jobsKeptMs, snapshotsKeptMs, answersUsedMs: Math.max(entityTtlMs, noMatchTtlMs), rankingsUsedMs };
}
