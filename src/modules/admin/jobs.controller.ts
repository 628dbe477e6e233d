import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AdminJobs, AuditTrail, type Admin } from '../../core/admin/ports.js';
import { RefundJob } from '../../core/admin/refund-job.js';
import { AppError } from '../../core/errors.js';
import { parseId } from '../../core/ids.js';
import { Jurisdictions } from '../../core/registries/jurisdictions.js';
import { PageQuery } from '../http/answers/paging.js';
import { AdminOnly } from '../auth/access.decorators.js';
import { Operation } from '../openapi/operation.decorator.js';
import { JobsQuery, ReasonBody } from './admin.dto.js';
import { CurrentAdmin } from './admin-request.js';
import {
  auditTrailAnswer,
  refundAnswer,
  adminJobAnswer,
  adminJobsAnswer,
  AdminJobsShape,
  AdminJobShape,
  RefundShape,
  AuditTrailShape,
} from './admin.response.js';

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
  @Operation({
    id: 'adminListJobs',
    summary: 'Find jobs',
    description: 'By status, jurisdiction and account, newest first.',
    answers: { 200: AdminJobsShape },
    errors: ['JURISDICTION_NOT_SUPPORTED'],
  })
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
  @Operation({
    id: 'adminGetJob',
    summary: 'Read a job',
    description: 'Of any account.',
    answers: { 200: AdminJobShape },
    errors: ['JOB_NOT_FOUND'],
  })
  async read(@Param('jobId') given: string) {
    const id = parseId('job', given);
    const job = id && (await this.jobs.find(id));
    if (!job) throw new AppError('JOB_NOT_FOUND');
    return adminJobAnswer(job);
  }

  @Post('jobs/:jobId/refund')
  @AdminOnly()
  @Operation({
    id: 'adminRefundJob',
    summary: 'Refund the credits of a job',
    description: 'Once. A job that still runs is cancelled. Sends verification.refunded.',
    answers: { 200: RefundShape },
    errors: ['JOB_NOT_FOUND', 'ALREADY_REFUNDED'],
  })
  async refund(@Param('jobId') jobId: string, @Body() { reason }: ReasonBody, @CurrentAdmin() admin: Admin) {
    return refundAnswer(await this.refundJob.run(admin, parseId('job', jobId), reason));
  }

  @Get('audit')
  @AdminOnly()
  @Operation({
    id: 'adminListActions',
    summary: 'Read the audit trail',
    description: 'Every action of an administrator, newest first.',
    answers: { 200: AuditTrailShape },
  })
  async trail(@Query() page: PageQuery) {
    const [{ items }, total] = await Promise.all([this.audit.list(page), this.audit.count()]);
    return auditTrailAnswer({ items, total }, page);
  }
}
