import { Get, Param, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ConsoleVisit } from '../../../core/accounts/access/read-console-session.js';
import { parseId, type Id } from '../../../core/ids.js';
import { MAX_LISTED } from '../../../core/limits.js';
import { ExpectedWait } from '../../../core/verification/expected-wait.js';
import { ListJobs } from '../../../core/verification/list-jobs.js';
import { isUnfinished } from '../../../core/verification/job.js';
import { offeredRecords } from '../../../core/verification/match-review.js';
import { ReadJobDocument } from '../../../core/verification/read-job-document.js';
import { cursorIn } from '../../http/answers/paging.js';
import { JobsQuery } from '../../verification/jobs.dto.js';
import { Reads } from '../../http/route.decorators.js';
import { ReviewMatch } from '../../../core/verification/review-match.js';
import { DECIDED, decisionIn } from '../review/decision.js';
import { ConsolePages } from '../console-pages.js';
import { csvFile } from '../csv-file.js';
import { PageAddress } from '../read-form.js';
import { AccountPages, CurrentVisit } from '../session/console.hook.js';
import { Answer } from '../verify/answer.js';
import { jobCells, JOB_COLUMNS } from './jobs-csv.js';
import { JobsPage } from './jobs.page.js';
import { Body, Query } from '../../http/input/taken.decorators.js';

const ADDRESS = new PageAddress(JobsQuery);
const TRAIL = [['/jobs', 'Verifications']] as const;

@AccountPages('console')
export class ConsoleJobsController {
  constructor(
    private readonly pages: ConsolePages,
    private readonly listJobs: ListJobs,
    private readonly readJobDocument: ReadJobDocument,
    private readonly expectedWait: ExpectedWait,
    private readonly reviewMatch: ReviewMatch,
  ) {}

  @Get('jobs')
  list(
    @CurrentVisit() { caller: { accountId } }: ConsoleVisit,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.pages.list(
      request,
      reply,
      { title: 'Verifications', trail: [], address: ADDRESS },
      async ({ cursor, ...wanted }) => {
        const list = await this.listJobs.run(accountId, { ...wanted, after: cursorIn('job', cursor) });
        return <JobsPage list={list} wanted={wanted} />;
      },
    );
  }

  @Get('jobs.csv')
  csv(@CurrentVisit() { caller: { accountId } }: ConsoleVisit, @Query() query: Record<string, unknown>) {
    const { cursor: _cursor, ...wanted } = ADDRESS.read(query);
    const read = async (after: Id<'job'> | undefined) => {
      const { jobs: items, next } = await this.listJobs.run(accountId, { ...wanted, after, limit: MAX_LISTED });
      return { items, next };
    };
    return csvFile('jobs', JOB_COLUMNS, read, jobCells);
  }

  @Get('jobs/:id')
  async read(
    @CurrentVisit() { caller: { accountId } }: ConsoleVisit,
    @Param('id') id: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const job = await this.readJobDocument.run(accountId, parseId('job', id));
    const { entityName, jurisdiction, tier } = job;
    const choice = offeredRecords(job).length > 0 ? { to: `/jobs/${job.id}/meant`, meant: job.meant } : undefined;
    const kind = 'verification' as const;
    const refreshSeconds = isUnfinished(job)
      ? await this.expectedWait.seconds([{ kind, jurisdiction, tier }])
      : undefined;
    const layout = { title: entityName, trail: TRAIL, refreshSeconds };
    return this.pages.show(request, reply, layout, <Answer job={job} choice={choice} />);
  }

  @Post('jobs/:id/meant')
  @Reads('form')
  async decide(
    @CurrentVisit() visit: ConsoleVisit,
    @Param('id') id: string,
    @Body() fields: Record<string, string> = {},
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { accountId } = visit.caller;
    const { id: jobId } = await this.readJobDocument.run(accountId, parseId('job', id));
    const again = () => this.read(visit, id, request, reply);
    return this.pages.sent(request, { to: `/jobs/${jobId}/meant`, fields, again }, async () => {
      await this.reviewMatch.run(visit.caller, jobId, decisionIn(fields));
      return this.pages.goTo(reply, `/jobs/${jobId}`, DECIDED);
    });
  }
}
