import { Get, Param } from '@nestjs/common';
import type { ConsoleVisit } from '../../core/accounts/access/read-console-session.js';
import { LaterStandings } from '../../core/entities/later-standing.js';
import { parseId, type Id } from '../../core/ids.js';
import { fittingPage } from '../../core/page.js';
import { Jurisdictions } from '../../core/registries/jurisdictions.js';
import { ExpectedWait } from '../../core/verification/expected-wait.js';
import { ListJobs } from '../../core/verification/list-jobs.js';
import { isUnfinished } from '../../core/verification/job.js';
import { isForReview } from '../../core/verification/match-review.js';
import type { ListedJob } from '../../core/verification/ports.js';
import { ReadJobDocument } from '../../core/verification/read-job-document.js';
import { jobsRequest } from '../../modules/verification/jobs.dto.js';
import { ReviewMatch } from '../../core/verification/review-match.js';
import { DECIDED, DECISION } from '../review/decision.js';
import { Form, form } from '../form-answers.js';
import { list, page } from '../page-answers.js';
import { PageAddress } from '../read-form.js';
import { AccountPages, CurrentVisit } from '../session/console.hook.js';
import { priceEverywhere } from '../search/search.page.js';
import { Answer } from '../verify/answer.js';
import { ShownJobsQuery } from './jobs.dto.js';
import { givenInJob, JobsPage, standingOfJob, JOB_COLUMNS } from './jobs.page.js';

const ADDRESS = new PageAddress(ShownJobsQuery);
const TRAIL = [['/jobs', 'Verifications']] as const;

@AccountPages('console')
export class ConsoleJobsController {
  constructor(
    private readonly listJobs: ListJobs,
    private readonly readJobDocument: ReadJobDocument,
    private readonly expectedWait: ExpectedWait,
    private readonly reviewMatch: ReviewMatch,
    private readonly jurisdictions: Jurisdictions,
    private readonly laterStandings: LaterStandings,
  ) {}

  @Get(['jobs', 'jobs.csv'])
  list(@CurrentVisit() { caller: { accountId } }: ConsoleVisit) {
    return list({
      title: 'Verifications',
      trail: [],
      address: ADDRESS,
      csv: { name: 'jobs', columns: JOB_COLUMNS },
      after: (wanted) => jobsRequest(wanted).after,
      read: (wanted, after) => this.page(accountId, wanted, after),
      body: async (jobs) => <JobsPage jobs={jobs} later={await this.laterStandings.after(jobs.map(givenInJob))} />,
    });
  }

  private async page(accountId: Id<'acc'>, query: Omit<ShownJobsQuery, 'cursor'>, after: Id<'job'> | undefined) {
    const { standing, checks = query.watch_id !== undefined, ...asked } = query;
    const wanted = { ...jobsRequest(asked), withoutChecks: !checks };
    const read = async (from: Id<'job'> | undefined, limit: number) => {
      const { jobs: items, next } = await this.listJobs.run(accountId, { ...wanted, after: from, limit });
      return { items, next };
    };
    if (standing === undefined) return read(after, query.limit);
    const fits = (job: ListedJob) => standingOfJob(job) === standing;
    return fittingPage(read, { fits, cursorOf: ({ id }) => id, after, limit: query.limit });
  }

  @Get('jobs/:id')
  async read(@CurrentVisit() { caller: { accountId } }: ConsoleVisit, @Param('id') id: string) {
    const job = await this.readJobDocument.run(accountId, parseId('job', id));
    const { entityName, jurisdiction, tier } = job;
    const { decisions, isErased } = job;
    const choice = { to: isForReview(job) ? `/jobs/${job.id}/meant` : undefined, decisions, isErased };
    const kind = 'verification' as const;
    const refreshSeconds = isUnfinished(job)
      ? await this.expectedWait.seconds([{ kind, jurisdiction, tier }])
      : undefined;
    const layout = { title: entityName, trail: TRAIL, refreshSeconds };
    const everywhere = priceEverywhere(this.jurisdictions.list());
    const later = await this.laterStandings.afterFound(recordsIn(job));
    const body = <Answer job={job} choice={choice} everywhere={everywhere} later={later} />;
    return page(layout, body);
  }

  @Form('jobs/:id/meant')
  async decide(@CurrentVisit() visit: ConsoleVisit, @Param('id') id: string) {
    const { id: jobId } = await this.readJobDocument.run(visit.caller.accountId, parseId('job', id));
    return form({
      body: DECISION,
      again: () => this.read(visit, id),
      run: (decision) => this.reviewMatch.run(visit.caller, jobId, decision),
      next: `/jobs/${jobId}`,
      notice: DECIDED,
    });
  }
}

function recordsIn({ result }: ListedJob) {
  if (result?.kind === 'hits') return result.hits;
  return result?.kind === 'found' ? [result] : [];
}
