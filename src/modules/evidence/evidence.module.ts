import { Module } from '@nestjs/common';
import { ReadEvidence } from '../../core/evidence/read-evidence.js';
import { EvidenceController } from './evidence.controller.js';

@Module({
  controllers: [EvidenceController],
  providers: [ReadEvidence],
  exports: [ReadEvidence],
})
export class EvidenceModule {}
