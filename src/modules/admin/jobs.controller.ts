import { Body, Controller, Get, HttpCode, Param, Post, Query, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { ApiTags } from '@nestjs/swagger';
import { AdminJobs, AuditTrail } from '../../core/admin/ports.js';
import { RefundJob } from '../../core/admin/refund-job.js';
import { AppError } from '../../core/errors.js';
import { parseId } from '../../core/ids.js';
import { Jurisdictions } from '../../core/registries/jurisdictions.js';
import { PageQuery } from '../http/answers/paging.js';
import { AdminOnly } from '../auth/access.decorators.js';
import { JobsQuery, ReasonBody } from './admin.dto.js';
import { adminOf } from './admin-request.js';
import { auditTrailAnswer, refundAnswer, adminJobAnswer, adminJobsAnswer } from './admin.response.js';
import { ApiListJobs, ApiReadJob, ApiRefundJob, ApiReadAudit } from './admin.openapi.js';

@ApiTags('Administration')
@Controller('v1/admin')
export class AdminJobsController {
  constructor(
    private readonly jobs: AdminJobs,
    private readonly refundJob: RefundJob,
    private readonly audit: AuditTrail,
    private readonly jurisdictions: Jurisdictions,
  ) {}

  @Get('jobs')
  @AdminOnly()
  @ApiListJobs()
  async list(@Query() { status, jurisdiction, account_id, ...page }: JobsQuery) {
    this.jurisdictions.requireKnown([jurisdiction]);
    const accountId = account_id === undefined ? undefined : parseId('acc', account_id);
    // A malformed id matches nothing.
    if (account_id !== undefined && !accountId) return adminJobsAnswer({ items: [], total: 0 }, page);
    const filter = { status, jurisdiction, accountId };
    const [{ items }, total] = await Promise.all([this.jobs.list({ ...filter, ...page }), this.jobs.count(filter)]);
    return adminJobsAnswer({ items, total }, page);
  }

  @Get('jobs/:jobId')
  @AdminOnly()
  @ApiReadJob()
  async read(@Param('jobId') given: string) {
    const id = parseId('job', given);
    const job = id && (await this.jobs.find(id));
    if (!job) throw new AppError('JOB_NOT_FOUND');
    return adminJobAnswer(job);
  }

  @Post('jobs/:jobId/refund')
  @HttpCode(200)
  @AdminOnly()
  @ApiRefundJob()
  async refund(@Param('jobId') jobId: string, @Body() { reason }: ReasonBody, @Req() request: FastifyRequest) {
    return refundAnswer(await this.refundJob.run(adminOf(request), parseId('job', jobId), reason));
  }

  @Get('audit')
  @AdminOnly()
  @ApiReadAudit()
  async trail(@Query() page: PageQuery) {
    const [{ items }, total] = await Promise.all([this.audit.list(page), this.audit.count()]);
    return auditTrailAnswer({ items, total }, page);
  }
}
