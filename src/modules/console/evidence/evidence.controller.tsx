import { Get, Param, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ConsoleVisit } from '../../../core/accounts/access/read-console-session.js';
import { EvidenceFiles } from '../../../core/evidence/ports.js';
import { ReadEvidence } from '../../../core/evidence/read-evidence.js';
import { parseId } from '../../../core/ids.js';
import { evidenceFile } from '../../evidence/evidence.response.js';
import { ConsolePages } from '../console-pages.js';
import { AccountPages, CurrentVisit } from '../session/console.hook.js';
import { EvidencePage } from './evidence.page.js';

@AccountPages('console/jobs/:id')
export class ConsoleEvidenceController {
  constructor(
    private readonly pages: ConsolePages,
    private readonly readEvidence: ReadEvidence,
    private readonly files: EvidenceFiles,
  ) {}

  @Get('evidence')
  async show(
    @CurrentVisit() { caller: { accountId } }: ConsoleVisit,
    @Param('id') id: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const view = await this.readEvidence.ofJob(accountId, parseId('job', id));
    const trail = [
      ['/jobs', 'Verifications'],
      [`/jobs/${id}`, 'Verification'],
    ] as const;
    const body = <EvidencePage view={view} file={`/jobs/${id}/evidence.warc.gz`} />;
    return this.pages.show(request, reply, { title: 'What the register sent', trail }, body);
  }

  @Get('evidence.warc.gz')
  async file(@CurrentVisit() { caller: { accountId } }: ConsoleVisit, @Param('id') id: string) {
    return evidenceFile(this.files, await this.readEvidence.ofJob(accountId, parseId('job', id)));
  }
}
