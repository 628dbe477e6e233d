import { Controller, Get, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Caller } from '../../core/accounts/account.js';
import { EvidenceFiles } from '../../core/evidence/ports.js';
import { ReadEvidence } from '../../core/evidence/read-evidence.js';
import { parseId } from '../../core/ids.js';
import { CurrentCaller } from '../http/request.js';
import { rowIn } from '../verification/review-subject.js';
import { Operation, binaryFile } from '../openapi/operation.decorator.js';
import { evidenceAnswer, evidenceFile, EvidenceShape } from './evidence.response.js';

@ApiTags('Entities')
@Controller('v1')
export class EvidenceController {
  constructor(
    private readonly readEvidence: ReadEvidence,
    private readonly files: EvidenceFiles,
  ) {}

  @Get('entity/:id/evidence')
  @Operation({
    id: 'getEntityEvidence',
    summary: 'Read the evidence of an entity',
    description: 'The newest evidence, at the tier you were charged for. Free.',
    answers: { 200: EvidenceShape },
    errors: ['ENTITY_NOT_FOUND'],
  })
  async ofEntity(@CurrentCaller() { accountId }: Caller, @Param('id') id: string) {
    return evidenceAnswer(await this.readEvidence.ofEntity(accountId, parseId('ent', id)));
  }

  @Get('jobs/:jobId/evidence')
  @Operation({
    id: 'getJobEvidence',
    summary: 'Read the evidence of a job',
    description: 'For a no-match, the evidence of the whole search. Free.',
    answers: { 200: EvidenceShape },
    errors: ['JOB_NOT_FOUND'],
  })
  async ofJob(@CurrentCaller() { accountId }: Caller, @Param('jobId') id: string) {
    return evidenceAnswer(await this.readEvidence.ofJob(accountId, parseId('job', id)));
  }

  @Get('batches/:id/rows/:line/evidence')
  @Operation({
    id: 'getRowEvidence',
    summary: 'Read the evidence of a row',
    description: 'The evidence of the answer of a row; for a no-match, of the whole search. Free.',
    answers: { 200: EvidenceShape },
  })
  async ofRow(@CurrentCaller() { accountId }: Caller, @Param('id') id: string, @Param('line') line: string) {
    return evidenceAnswer(await this.readEvidence.ofRow(accountId, rowIn(id, line)));
  }

  @Get('snapshots/:id/evidence')
  @Operation({
    id: 'getSnapshotEvidence',
    summary: 'Read the evidence of a snapshot',
    description: 'Free.',
    answers: { 200: EvidenceShape },
  })
  async ofSnapshot(@CurrentCaller() { accountId }: Caller, @Param('id') id: string) {
    return evidenceAnswer(await this.readEvidence.ofSnapshot(accountId, parseId('snp', id)));
  }

  @Get('evidence/:id/warc')
  @Operation({
    id: 'getEvidenceFile',
    summary: 'Download evidence as a WARC file',
    description: 'WARC 1.1, compressed; readable without this service. Free.',
    answers: { 200: binaryFile('application/gzip') },
  })
  async file(@CurrentCaller() { accountId }: Caller, @Param('id') id: string) {
    return evidenceFile(this.files, await this.readEvidence.ofId(accountId, parseId('evd', id)));
  }
}
