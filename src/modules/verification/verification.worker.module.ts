import { Module } from '@nestjs/common';
import { WorkerFairShare } from '../../core/concurrency/worker-fair-share.js';
import { EvidenceKeeper } from '../../core/evidence/evidence-keeper.js';
import { EvidencePolicy, QueryRegistry } from '../../core/verification/query-registry.js';
import { RunRetrieval } from '../../core/verification/run-retrieval.js';
import { Settlement } from '../../core/verification/settlement.js';
import { setting } from '../settings/settings.js';
import { RetrievalProcessor } from './retrieval.processor.js';

@Module({
  providers: [
    setting(EvidencePolicy, ({ evidenceKeptMs }) => ({ isKept: evidenceKeptMs !== undefined })),
    QueryRegistry,
    EvidenceKeeper,
    Settlement,
    WorkerFairShare,
    RunRetrieval,
    RetrievalProcessor,
  ],
  exports: [EvidenceKeeper, QueryRegistry, RetrievalProcessor],
})
export class VerificationWorkerModule {}
