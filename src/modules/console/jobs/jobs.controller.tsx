import { Body, Get, Param, Post, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ConsoleVisit } from '../../../core/accounts/access/read-console-session.js';
import type { Problem } from '../../../core/errors.js';
import { InvalidRequest } from '../../../core/invalid-request.js';
import { parseId, type Id } from '../../../core/ids.js';
import { MAX_LISTED } from '../../../core/limits.js';
import { ExpectedWait } from '../../../core/verification/expected-wait.js';
import { ListJobs } from '../../../core/verification/list-jobs.js';
import { offeredRecords } from '../../../core/verification/match-review.js';
import { MatchReviews } from '../../../core/verification/ports.js';
import { ReviewMatch } from '../../../core/verification/review-match.js';
import { ReadJob } from '../../../core/verification/read-job.js';
import { cursorIn } from '../../http/answers/paging.js';
import { Reads } from '../../http/server/reads.decorator.js';
import { JobsQuery, MeantBody } from '../../verification/jobs.dto.js';
import { ConsolePages } from '../console-pages.js';
import { csvFile } from '../csv-file.js';
import { credits, Facts } from '../pages/parts.js';
import { FormBody, PageAddress } from '../read-form.js';
import { AccountPages, CurrentVisit } from '../session/console.guard.js';
import { CHOICE_FIELD, NONE, RECORD } from '../verify/meant-form.js';
import { State, Verdict } from '../verify/verdict.js';
import { jobCells, JOB_COLUMNS } from './jobs-csv.js';
import { JobsPage } from './jobs.page.js';

const ADDRESS = new PageAddress(JobsQuery);
const MEANT = new FormBody(MeantBody);
const NOTHING_CHOSEN: Problem = {
  location: 'body',
  field: CHOICE_FIELD,
  message: 'Choose one of the records, or “none of them”.',
};

@AccountPages('console')
export class ConsoleJobsController {
  constructor(
    private readonly pages: ConsolePages,
    private readonly listJobs: ListJobs,
    private readonly readJob: ReadJob,
    private readonly expectedWait: ExpectedWait,
    private readonly matchReviews: MatchReviews,
    private readonly reviewMatch: ReviewMatch,
  ) {}

  @Get('jobs')
  list(
    @CurrentVisit() { caller: { accountId } }: ConsoleVisit,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.pages.list(request, reply, { title: 'Jobs', address: ADDRESS }, async ({ cursor, ...wanted }) => {
      const list = await this.listJobs.run(accountId, { ...wanted, after: cursorIn('job', cursor) });
      return <JobsPage list={list} wanted={wanted} />;
    });
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
    const job = await this.readJob.run(accountId, parseId('job', id));
    const { entityName, jurisdiction, tier, status, result } = job;
    const choice =
      offeredRecords(job).length > 0 ? { jobId: job.id, meant: await this.matchReviews.of(job.id) } : undefined;
    const outcome =
      status === 'refunded' ? ({ kind: 'refunded' } as const) : (result ?? ({ kind: 'pending' } as const));
    const refreshSeconds =
      outcome.kind === 'pending'
        ? await this.expectedWait.seconds([{ kind: 'verification', jurisdiction, tier }])
        : undefined;
    const body = (
      <>
        <p>
          <State outcome={result} status={status} />
        </p>
        <Verdict outcome={outcome} asked={{ entityName, jurisdiction }} choice={choice} />
        <h2>What was asked</h2>
        <Facts
          of={[
            ['Name', entityName],
            ['Jurisdiction', jurisdiction],
            ['Tier', tier],
            ['Charged at first', credits(job.amountCredits)],
            ['Job', <code>{job.id}</code>],
          ]}
        />
      </>
    );
    return this.pages.show(request, reply, { title: entityName, eyebrow: 'Job', refreshSeconds }, body);
  }

  @Post('jobs/:id/meant')
  @Reads('form')
  async meant(
    @CurrentVisit() { caller: { accountId } }: ConsoleVisit,
    @Param('id') id: string,
    @Body() { [CHOICE_FIELD]: chosen = '', note = '' }: Record<string, string> = {},
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const job = await this.readJob.run(accountId, parseId('job', id));
    if (chosen !== NONE && !chosen.startsWith(RECORD)) {
      throw new InvalidRequest(NOTHING_CHOSEN);
    }
    const number = chosen === NONE ? null : chosen.slice(RECORD.length);
    const body = MEANT.check({ jurisdiction_id: number, note: note.trim() || undefined });
    await this.reviewMatch.run(accountId, job.id, { recordNumber: body.jurisdiction_id, note: body.note });
    return this.pages.goTo(reply, `/jobs/${id}`);
  }
}
