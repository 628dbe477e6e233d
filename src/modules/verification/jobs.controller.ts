import { Body, Controller, Get, Param, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Caller } from '../../core/accounts/account.js';
import { parseId } from '../../core/ids.js';
import { ListJobs } from '../../core/verification/list-jobs.js';
import { ReviewMatch } from '../../core/verification/review-match.js';
import { RequireScope } from '../auth/access.decorators.js';
import { CurrentCaller } from '../http/request.js';
import { Operation } from '../openapi/operation.decorator.js';
import { JobsQuery, jobsRequest, MeantBody } from './jobs.dto.js';
import { jobListAnswer, meantAnswer, JobListShape, MeantShape } from './jobs.response.js';

@ApiTags('Verification')
@Controller('v1/jobs')
export class JobsController {
  constructor(
    private readonly listJobs: ListJobs,
    private readonly reviewMatch: ReviewMatch,
  ) {}

  @Get()
  @Operation({
    id: 'listJobs',
    summary: 'List jobs',
    description:
      'The jobs of the account, newest first. Free. Cached answers have no job: GET /v1/billing lists every charge.',
    answers: { 200: JobListShape },
    errors: ['JURISDICTION_NOT_SUPPORTED'],
  })
  async list(@CurrentCaller() caller: Caller, @Query() query: JobsQuery) {
    return jobListAnswer(await this.listJobs.run(caller.accountId, jobsRequest(query)), caller);
  }

  @Put(':jobId/meant')
  @RequireScope('account:write', { own: true })
  @Operation({
    id: 'recordMeant',
    summary: 'Decide which business a job means',
    description:
      'For a match with `review: true`. The decision appears in GET /v1/jobs, with the record and in the data export; the answer does not change. A new decision supersedes the previous one, and all are kept with the record; the same one again changes nothing. A key or an application with limits decides only what it requested. Free. Scope account:write.',
    answers: { 200: MeantShape },
    errors: ['JOB_NOT_FOUND', 'FORBIDDEN'],
  })
  async meant(@CurrentCaller() caller: Caller, @Param('jobId') given: string, @Body() body: MeantBody) {
    const { jurisdiction_id: recordNumber, note, decisions_seen: seen } = body;
    const jobId = parseId('job', given);
    const { decision } = await this.reviewMatch.run(caller, jobId, { recordNumber, note, seen });
    return meantAnswer(given, decision, caller);
  }
}
