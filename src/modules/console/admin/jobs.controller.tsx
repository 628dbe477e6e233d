import { Body, Get, Param, Post, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Support, type SupportJob } from '../../../core/admin/ports.js';
import { RefundBatchRow } from '../../../core/admin/refund-batch-row.js';
import { RefundJob } from '../../../core/admin/refund-job.js';
import { AppError } from '../../../core/errors.js';
import { parseId } from '../../../core/ids.js';
import { JobsQuery, ReasonBody } from '../../admin/admin.dto.js';
import { Contract } from '../../http/contract.js';
import { credits } from '../pages/parts.js';
import { FormBody, PageAddress } from '../read-form.js';
import { lineIn } from '../../admin/admin-request.js';
import { AdminForms } from './admin-forms.js';
import { AdminPages, SupportPages } from './admin.guard.js';
import { JobPage, JobsPage } from './jobs.page.js';

const ADDRESS = new PageAddress(JobsQuery);
const REASON = new FormBody(ReasonBody);

/** Jobs of all accounts, and giving their credits back. */
@SupportPages('console/admin/jobs')
export class AdminJobPagesController {
  constructor(
    private readonly pages: AdminPages,
    private readonly forms: AdminForms,
    private readonly support: Support,
    private readonly refundJob: RefundJob,
    private readonly refundBatchRow: RefundBatchRow,
  ) {}

  @Get()
  async list(
    @Query() given: Record<string, unknown>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const query = ADDRESS.read(given);
    const { status, jurisdiction, account_id, limit, offset } = query;
    const accountId = account_id === undefined ? undefined : parseId('acc', account_id);
    // A malformed id is one that nothing has.
    const jobs =
      account_id !== undefined && !accountId
        ? { items: [], total: 0 }
        : await this.support.pageOfJobs({ status, jurisdiction, accountId }, { limit, offset });
    return this.pages.show(request, reply, { title: 'Jobs' }, <JobsPage jobs={jobs} query={query} />);
  }

  @Get(':id')
  async show(@Param('id') id: string, @Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply) {
    const job = await this.find(id);
    return this.pages.show(request, reply, { title: job.entityName, eyebrow: 'Job' }, <JobPage job={job} />);
  }

  @Post(':id/refund')
  @Contract({ reads: 'form' })
  async refund(
    @Param('id') id: string,
    @Body() fields: Record<string, string> = {},
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const job = await this.find(id);
    const { reason } = REASON.read(fields);
    const next = `/admin/jobs/${job.id}`;
    const question = `Give ${credits(job.amountCredits)} back for “${job.entityName}”? The job ends as refunded.`;
    const asked = { to: `${next}/refund`, next, fields, button: 'Refund the job', question };
    return this.forms.confirmed(request, reply, asked, (admin) => this.refundJob.run(admin, job.id, reason));
  }

  @Post('batch-row/refund')
  @Contract({ reads: 'form' })
  async refundRow(
    @Body() fields: Record<string, string> = {},
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { batch_id = '', line: given = '', ...rest } = fields;
    const batchId = parseId('bat', batch_id.trim());
    const line = lineIn(given.trim());
    const { reason } = REASON.read(rest);
    const question = `Give the credits of line ${given} of ${batch_id} back?`;
    const asked = {
      to: '/admin/jobs/batch-row/refund',
      next: '/admin/audit',
      fields,
      button: 'Refund the row',
      question,
    };
    return this.forms.confirmed(request, reply, asked, (admin) =>
      this.refundBatchRow.run(admin, batchId, line, reason),
    );
  }

  private async find(given: string): Promise<SupportJob> {
    const id = parseId('job', given);
    const job = id && (await this.support.findJob(id));
    if (!job) throw new AppError('JOB_NOT_FOUND');
    return job;
  }
}
