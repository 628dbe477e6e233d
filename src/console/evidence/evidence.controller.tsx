import { Get, Param } from '@nestjs/common';
import type { ConsoleVisit } from '../../core/accounts/access/read-console-session.js';
import { EvidenceFiles } from '../../core/evidence/ports.js';
import { ReadEvidence, type EvidenceView } from '../../core/evidence/read-evidence.js';
import { parseId } from '../../core/ids.js';
import { evidenceFile } from '../../modules/evidence/evidence.response.js';
import { rowIn } from '../../modules/verification/review-subject.js';
import { asksFor, page, type PageAnswer } from '../page-answers.js';
import type { PageProps } from '../console-pages.js';
import { AccountPages, CurrentVisit } from '../session/console.hook.js';
import { EvidencePage } from './evidence.page.js';

@AccountPages('console')
export class ConsoleEvidenceController {
  constructor(
    private readonly readEvidence: ReadEvidence,
    private readonly files: EvidenceFiles,
  ) {}

  @Get(['jobs/:id/evidence', 'jobs/:id/evidence.warc.gz'])
  async ofJob(@CurrentVisit() { caller: { accountId } }: ConsoleVisit, @Param('id') id: string) {
    const view = await this.readEvidence.ofJob(accountId, parseId('job', id));
    const trail = [
      ['/jobs', 'Verifications'],
      [`/jobs/${id}`, 'Verification'],
    ] as const;
    return this.show(view, { trail, file: `/jobs/${id}/evidence.warc.gz` });
  }

  @Get(['batches/:id/rows/:line/evidence', 'batches/:id/rows/:line/evidence.warc.gz'])
  async ofRow(
    @CurrentVisit() { caller: { accountId } }: ConsoleVisit,
    @Param('id') id: string,
    @Param('line') line: string,
  ) {
    const view = await this.readEvidence.ofRow(accountId, rowIn(id, line));
    const trail = [
      ['/batches', 'Batches'],
      [`/batches/${id}`, 'Batch'],
    ] as const;
    return this.show(view, { trail, file: `/batches/${id}/rows/${line}/evidence.warc.gz` });
  }

  private show(view: EvidenceView, { trail, file }: { trail: PageProps['trail']; file: string }): PageAnswer {
    const body = <EvidencePage view={view} file={file} />;
    const shown = page({ title: 'What the register sent', trail }, body);
    return (on) => (asksFor(on, '.warc.gz') ? evidenceFile(this.files, view) : shown(on));
  }
}
