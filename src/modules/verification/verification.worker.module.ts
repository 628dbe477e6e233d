import { Module } from '@nestjs/common';
import { Ledger } from '../../core/billing/ports.js';
import { WorkerFairShare } from '../../core/concurrency/worker-fair-share.js';
import { Entities } from '../../core/entities/ports.js';
import { Metrics } from '../../core/metrics/ports.js';
import { Clock, Jobs, Log, Transaction } from '../../core/ports.js';
import { Registries } from '../../core/registries/ports.js';
import { Tracing } from '../../core/tracing/ports.js';
import { Retrievals } from '../../core/verification/ports.js';
import { QueryRegistry } from '../../core/verification/query-registry.js';
import { RunRetrieval } from '../../core/verification/run-retrieval.js';
import { Settlement } from '../../core/verification/settlement.js';
import { Events } from '../../core/webhooks/ports.js';
import { wire } from '../http/wire.js';
import { RetrievalProcessor } from './retrieval.processor.js';

/** Asks registers, for verifications and searches. */
@Module({
  providers: [
    wire(QueryRegistry, Registries, Tracing),
    wire(Settlement, Retrievals, Entities, Ledger, Events, Transaction, Clock),
    wire(WorkerFairShare),
    wire(RunRetrieval, Retrievals, QueryRegistry, Settlement, WorkerFairShare, Jobs, Log, Metrics, Tracing),
    wire(RetrievalProcessor, RunRetrieval),
  ],
  exports: [QueryRegistry, RetrievalProcessor],
})
export class VerificationWorkerModule {}
