import { Body, Controller, Get, Param, Put, Query } from '@nestjs/common';
import type { Caller } from '../../core/accounts/account.js';
import { parseId } from '../../core/ids.js';
import { ListJobs } from '../../core/verification/list-jobs.js';
import { RecordMeant } from '../../core/verification/record-meant.js';
import { cursorIn } from '../http/answers/paging.js';
import { Contract } from '../http/contract.js';
import { CurrentCaller } from '../http/request.js';
import { JobsQuery, MeantBody } from './jobs.dto.js';
import { jobListAnswer, meantAnswer, LIST_JOBS, RECORD_MEANT } from './jobs.response.js';

@Controller('v1/jobs')
export class JobsController {
  constructor(
    private readonly listJobs: ListJobs,
    private readonly recordMeant: RecordMeant,
  ) {}

  @Get()
  @Contract({ query: JobsQuery, doc: LIST_JOBS })
  async list(@CurrentCaller() { accountId }: Caller, @Query() query: JobsQuery) {
    const { cursor, ...wanted } = query;
    return jobListAnswer(await this.listJobs.run(accountId, { ...wanted, after: cursorIn('job', cursor) }));
  }

  @Put(':jobId/meant')
  @Contract({ body: MeantBody, doc: RECORD_MEANT })
  async meant(@CurrentCaller() { accountId }: Caller, @Param('jobId') given: string, @Body() body: MeantBody) {
    const { jurisdiction_id: recordNumber, note } = body;
    const jobId = parseId('job', given);
    return meantAnswer(given, await this.recordMeant.run(accountId, jobId, { recordNumber, note }));
  }
}
