import { Module } from '@nestjs/common';
import { EvidenceReader } from '../../core/evidence/ports.js';
import { ReadEvidence } from '../../core/evidence/read-evidence.js';
import { wire } from '../http/wire.js';
import { EvidenceController } from './evidence.controller.js';

@Module({
  controllers: [EvidenceController],
  providers: [wire(ReadEvidence, EvidenceReader)],
  exports: [ReadEvidence],
})
export class EvidenceModule {}
