import { Body, Controller, Get, Param, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Caller } from '../../core/accounts/account.js';
import { parseId } from '../../core/ids.js';
import { ListJobs } from '../../core/verification/list-jobs.js';
import { ReviewMatch } from '../../core/verification/review-match.js';
import { RequireScope } from '../auth/access.decorators.js';
import { CurrentCaller } from '../http/request.js';
import { JobsQuery, jobsRequest, MeantBody } from './jobs.dto.js';
import { jobListAnswer, meantAnswer } from './jobs.response.js';
import { ApiListJobs, ApiRecordMeant } from './jobs.openapi.js';

@ApiTags('Verification')
@Controller('v1/jobs')
export class JobsController {
  constructor(
    private readonly listJobs: ListJobs,
    private readonly reviewMatch: ReviewMatch,
  ) {}

  @Get()
  @ApiListJobs()
  async list(@CurrentCaller() caller: Caller, @Query() query: JobsQuery) {
    return jobListAnswer(await this.listJobs.run(caller.accountId, jobsRequest(query)), caller);
  }

  @Put(':jobId/meant')
  @RequireScope('account:write', { own: true })
  @ApiRecordMeant()
  async meant(@CurrentCaller() caller: Caller, @Param('jobId') given: string, @Body() body: MeantBody) {
    const { jurisdiction_id: recordNumber, note } = body;
    const jobId = parseId('job', given);
    return meantAnswer(given, await this.reviewMatch.run(caller, jobId, { recordNumber, note }));
  }
}
