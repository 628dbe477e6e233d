import { Module } from '@nestjs/common';
import { Ledger } from '../../core/billing/ports.js';
import { WorkerFairShare } from '../../core/concurrency/worker-fair-share.js';
import { Entities } from '../../core/entities/ports.js';
import { EvidenceKeeper } from '../../core/evidence/evidence-keeper.js';
import { EvidenceStore } from '../../core/evidence/ports.js';
import { Metrics } from '../../core/metrics/ports.js';
import { Clock, Log, Transaction } from '../../core/ports.js';
import { Tasks } from '../../core/tasks/ports.js';
import { Registries } from '../../core/registries/ports.js';
import { Tracing } from '../../core/tracing/ports.js';
import { Retrievals } from '../../core/verification/ports.js';
import { QueryRegistry } from '../../core/verification/query-registry.js';
import { RunRetrieval } from '../../core/verification/run-retrieval.js';
import { Settlement } from '../../core/verification/settlement.js';
import { Events } from '../../core/webhooks/ports.js';
import { wire, wireWith } from '../http/wire.js';
import { RetrievalProcessor } from './retrieval.processor.js';

@Module({
  providers: [
    wireWith(({ evidenceKeptMs }) => evidenceKeptMs !== undefined, QueryRegistry, Registries, Tracing),
    wire(EvidenceKeeper, EvidenceStore),
    wire(Settlement, Retrievals, Entities, EvidenceKeeper, Ledger, Events, Transaction, Clock, Registries),
    wire(WorkerFairShare),
    wire(RunRetrieval, Retrievals, QueryRegistry, Settlement, WorkerFairShare, Tasks, Log, Metrics, Tracing),
    wire(RetrievalProcessor, RunRetrieval),
  ],
  exports: [EvidenceKeeper, QueryRegistry, RetrievalProcessor],
})
export class VerificationWorkerModule {}
