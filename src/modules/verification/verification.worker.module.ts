import { Module } from '@nestjs/common';
import { WorkerFairShare } from '../../core/concurrency/worker-fair-share.js';
import { EvidenceKeeper } from '../../core/evidence/evidence-keeper.js';
import { Registries } from '../../core/registries/ports.js';
import { Tracing } from '../../core/tracing/ports.js';
import { QueryRegistry } from '../../core/verification/query-registry.js';
import { RunRetrieval } from '../../core/verification/run-retrieval.js';
import { Settlement } from '../../core/verification/settlement.js';
import { wireWith } from '../http/wire.js';
import { RetrievalProcessor } from './retrieval.processor.js';

@Module({
  providers: [
    wireWith(({ evidenceKeptMs }) => evidenceKeptMs !== undefined, QueryRegistry, Registries, Tracing),
    EvidenceKeeper,
    Settlement,
    WorkerFairShare,
    RunRetrieval,
    RetrievalProcessor,
  ],
  exports: [EvidenceKeeper, QueryRegistry, RetrievalProcessor],
})
export class VerificationWorkerModule {}
