import { Module } from '@nestjs/common';
import { ExportRecords } from '../../core/records/export-records.js';
import { ListRecords } from '../../core/records/list-records.js';
import { FindRecord } from '../../core/records/find-record.js';
import { EvidenceModule } from '../evidence/evidence.module.js';
import { JurisdictionsModule } from '../jurisdictions/jurisdictions.module.js';
import { VerificationModule } from '../verification/verification.module.js';
import { RecordsController } from './records.controller.js';

@Module({
  imports: [EvidenceModule, JurisdictionsModule, VerificationModule],
  controllers: [RecordsController],
  providers: [ListRecords, FindRecord, ExportRecords],
  exports: [ListRecords, FindRecord],
})
export class RecordsModule {}
