import { Controller, Get, Query } from '@nestjs/common';
import type { Caller } from '../../core/accounts/account.js';
import { AppError } from '../../core/errors.js';
import { parseId } from '../../core/ids.js';
import { ListJobs } from '../../core/verification/list-jobs.js';
import { Contract } from '../http/contract.js';
import { CurrentCaller } from '../http/request.js';
import { JobsQuery } from './jobs.dto.js';
import { jobListAnswer, LIST_JOBS } from './jobs.response.js';

@Controller('v1/jobs')
export class JobsController {
  constructor(private readonly listJobs: ListJobs) {}

  @Get()
  @Contract({ query: JobsQuery, doc: LIST_JOBS })
  async list(@CurrentCaller() { accountId }: Caller, @Query() query: JobsQuery) {
    const { status, jurisdiction, from, to, cursor, limit } = query;
    const after = cursor === undefined ? undefined : parseId('job', cursor);
    if (cursor !== undefined && !after) {
      throw new AppError('VALIDATION_ERROR', { message: 'query.cursor must be the next_cursor of a page.' });
    }
    return jobListAnswer(await this.listJobs.run(accountId, { status, jurisdiction, from, to, after, limit }));
  }
}
