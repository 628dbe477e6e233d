import { Module } from '@nestjs/common';
import { EvidenceReader } from '../../core/evidence/ports.js';
import { ReadEvidence } from '../../core/evidence/read-evidence.js';
import { wire } from '../http/wire.js';
import { EvidenceController } from './evidence.controller.js';

/** What registers sent, for those who were charged for what rests on it. */
@Module({
  controllers: [EvidenceController],
  providers: [wire(ReadEvidence, EvidenceReader)],
  exports: [ReadEvidence],
})
export class EvidenceModule {}
