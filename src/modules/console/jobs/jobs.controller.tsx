import { Readable } from 'node:stream';
import { Get, Param, Query, Req, Res, StreamableFile } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ConsoleVisit } from '../../../core/accounts/access/read-console-session.js';
import { AppError } from '../../../core/errors.js';
import { parseId } from '../../../core/ids.js';
import { MOST_LISTED } from '../../../core/limits.js';
import { ExpectedWait } from '../../../core/verification/expected-wait.js';
import { ListJobs } from '../../../core/verification/list-jobs.js';
import { ReadJob } from '../../../core/verification/read-job.js';
import { JobsQuery } from '../../verification/jobs.dto.js';
import { ConsolePages } from '../console-pages.js';
import { credits, Facts } from '../pages/parts.js';
import { PageAddress } from '../read-form.js';
import { AccountPages, CurrentVisit } from '../session/console.guard.js';
import { State, Verdict } from '../verify/verdict.js';
import { jobsCsv } from './jobs-csv.js';
import { JobsPage } from './jobs.page.js';

const ADDRESS = new PageAddress(JobsQuery);

@AccountPages('console')
export class ConsoleJobsController {
  constructor(
    private readonly pages: ConsolePages,
    private readonly listJobs: ListJobs,
    private readonly readJob: ReadJob,
    private readonly expectedWait: ExpectedWait,
  ) {}

  @Get('jobs')
  async list(
    @CurrentVisit() { caller: { accountId } }: ConsoleVisit,
    @Query() query: Record<string, unknown>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { status, jurisdiction, from, to, cursor, limit } = ADDRESS.read(query);
    const after = cursor === undefined ? undefined : parseId('job', cursor);
    if (cursor !== undefined && !after) throw new AppError('NOT_FOUND');
    const wanted = { status, jurisdiction, from, to };
    const list = await this.listJobs.run(accountId, { ...wanted, after, limit });
    return this.pages.show(request, reply, { title: 'Jobs' }, <JobsPage list={list} wanted={wanted} />);
  }

  @Get('jobs.csv')
  csv(@CurrentVisit() { caller: { accountId } }: ConsoleVisit, @Query() query: Record<string, unknown>) {
    const { status, jurisdiction, from, to } = ADDRESS.read(query);
    const lines = jobsCsv((after) =>
      this.listJobs.run(accountId, { status, jurisdiction, from, to, after, limit: MOST_LISTED }),
    );
    return new StreamableFile(Readable.from(lines), {
      type: 'text/csv; charset=utf-8; header=present',
      disposition: 'attachment; filename="standing-jobs.csv"',
    });
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
        <Verdict outcome={outcome} asked={{ entityName, jurisdiction }} />
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
}
