import { Get, Param } from '@nestjs/common';
import { AdminAccounts, AdminJobs, type Admin, type AdminJob, type AdminJobList } from '../../core/admin/ports.js';
import { RefundJob } from '../../core/admin/refund-job.js';
import { AppError } from '../../core/errors.js';
import { parseId, type Id } from '../../core/ids.js';
import { Jurisdictions } from '../../core/registries/jurisdictions.js';
import { cursorIn } from '../../modules/http/answers/paging.js';
import { Form, form } from '../form-answers.js';
import { list, page } from '../page-answers.js';
import { credits } from '../pages/parts.js';
import { PageAddress } from '../read-form.js';
import { REASON } from './reason.js';
import { CurrentAdmin, SupportPages } from './admin.hook.js';
import { JOB_COLUMNS } from './lists-csv.js';
import { SupportJobsQuery } from './admin.dto.js';
import { JobPage, JobsPage } from './jobs.page.js';

const ADDRESS = new PageAddress(SupportJobsQuery);

/** Jobs of all accounts, and their refunds. */
@SupportPages('console/admin')
export class AdminJobPagesController {
  constructor(
    private readonly jobs: AdminJobs,
    private readonly accounts: AdminAccounts,
    private readonly refundJob: RefundJob,
    private readonly jurisdictions: Jurisdictions,
  ) {}

  @Get(['jobs', 'jobs.csv'])
  list() {
    return list({
      title: 'Jobs',
      address: ADDRESS,
      csv: { name: 'jobs-of-accounts', columns: JOB_COLUMNS },
      after: ({ cursor }) => cursorIn('job', cursor),
      read: (wanted, before) => this.page(wanted, before),
      body: async (jobs) => (
        <JobsPage jobs={jobs} emails={await this.accounts.emails(jobs.map(({ accountId }) => accountId))} />
      ),
    });
  }

  @Get('jobs/:id')
  async show(@Param('id') id: string) {
    const job = await this.find(id);
    const emails = await this.accounts.emails([job.accountId]);
    const layout = { title: job.entityName, eyebrow: 'Job' };
    return page(layout, <JobPage job={job} emails={emails} />);
  }

  @Form('jobs/:id/refund')
  async refund(@CurrentAdmin() admin: Admin, @Param('id') id: string) {
    const job = await this.find(id);
    const next = `/admin/jobs/${job.id}`;
    const question = `Give ${credits(job.amountCredits)} back for “${job.entityName}”? The job ends as refunded.`;
    return form({
      body: REASON,
      again: () => this.show(id),
      confirm: () => ({ question, button: 'Refund the job', back: next }),
      run: ({ reason }) => this.refundJob.run(admin, job.id, reason),
      next,
      notice: 'The job is refunded.',
    });
  }

  private async page(
    { text, status, jurisdiction, account_id, from, to, limit }: Omit<SupportJobsQuery, 'cursor'>,
    before: Id<'job'> | undefined,
  ): Promise<AdminJobList> {
    this.jurisdictions.requireKnown([jurisdiction]);
    const accountId = account_id === undefined ? undefined : parseId('acc', account_id);
    // No object has a malformed id.
    if (account_id !== undefined && !accountId) return { items: [], next: undefined };
    return this.jobs.list({ text, status, jurisdiction, accountId, from, to, before, limit });
  }

  private async find(given: string): Promise<AdminJob> {
    const id = parseId('job', given);
    const job = id && (await this.jobs.find(id));
    if (!job) throw new AppError('JOB_NOT_FOUND');
    return job;
  }
}
