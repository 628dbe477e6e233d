import { Controller, Get, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Caller } from '../../core/accounts/account.js';
import { EvidenceFiles } from '../../core/evidence/ports.js';
import { ReadEvidence } from '../../core/evidence/read-evidence.js';
import { parseId } from '../../core/ids.js';
import { CurrentCaller } from '../http/request.js';
import { rowIn } from '../verification/review-subject.js';
import {
  ApiEntityEvidence,
  ApiEvidenceFile,
  ApiJobEvidence,
  ApiRowEvidence,
  ApiSnapshotEvidence,
} from './evidence.openapi.js';
import { evidenceAnswer, evidenceFile } from './evidence.response.js';

@ApiTags('Entities')
@Controller('v1')
export class EvidenceController {
  constructor(
    private readonly readEvidence: ReadEvidence,
    private readonly files: EvidenceFiles,
  ) {}

  @Get('entity/:id/evidence')
  @ApiEntityEvidence()
  async ofEntity(@CurrentCaller() { accountId }: Caller, @Param('id') id: string) {
    return evidenceAnswer(await this.readEvidence.ofEntity(accountId, parseId('ent', id)));
  }

  @Get('snapshots/:id/evidence')
  @ApiSnapshotEvidence()
  async ofSnapshot(@CurrentCaller() { accountId }: Caller, @Param('id') id: string) {
    return evidenceAnswer(await this.readEvidence.ofSnapshot(accountId, parseId('snp', id)));
  }

  @Get('jobs/:jobId/evidence')
  @ApiJobEvidence()
  async ofJob(@CurrentCaller() { accountId }: Caller, @Param('jobId') id: string) {
    return evidenceAnswer(await this.readEvidence.ofJob(accountId, parseId('job', id)));
  }

  @Get('batches/:id/rows/:line/evidence')
  @ApiRowEvidence()
  async ofRow(@CurrentCaller() { accountId }: Caller, @Param('id') id: string, @Param('line') line: string) {
    return evidenceAnswer(await this.readEvidence.ofRow(accountId, rowIn(id, line)));
  }

  @Get('evidence/:id/warc')
  @ApiEvidenceFile()
  async file(@CurrentCaller() { accountId }: Caller, @Param('id') id: string) {
    return evidenceFile(this.files, await this.readEvidence.ofId(accountId, parseId('evd', id)));
  }
}
