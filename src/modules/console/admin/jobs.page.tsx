import type { SupportJob } from '../../../core/admin/ports.js';
import type { Paged } from '../../../core/page.js';
import { JOB_STATUSES } from '../../../core/verification/job.js';
import type { JobsQuery } from '../../admin/admin.dto.js';
import {
  Choice,
  credits,
  Empty,
  Facts,
  FilterForm,
  Link,
  Moment,
  OtherPages,
  PostForm,
  Table,
} from '../pages/parts.js';
import { Reason } from './admin-forms.js';

type Wanted = Pick<JobsQuery, 'status' | 'jurisdiction' | 'account_id'>;

export function JobsPage({ jobs, query }: { jobs: Paged<SupportJob>; query: JobsQuery }) {
  const { status, jurisdiction, account_id }: Wanted = query;
  const filter = Object.entries({ status, jurisdiction, account_id }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  return (
    <>
      <FilterForm to="/admin/jobs">
        <Choice
          name="status"
          label="Status"
          any="any"
          chosen={status}
          values={JOB_STATUSES.map((each) => [each, each] as const)}
        />
        <label>
          Jurisdiction
          <input name="jurisdiction" value={jurisdiction ?? ''} size={8} placeholder="us-co" />
        </label>
        <label>
          Account
          <input name="account_id" value={account_id ?? ''} size={24} placeholder="acc_…" />
        </label>
        <button>Show</button>
      </FilterForm>
      {jobs.items.length === 0 ? (
        <Empty>
          <p>Nothing here.</p>
        </Empty>
      ) : (
        <Table
          caption="Jobs, the newest first"
          columns={['Asked for', 'Jurisdiction', 'Status', 'Tier', 'Charged', 'Filed']}
          numbers={['Charged']}
          rows={jobs.items.map((job) => [
            <Link to={`/admin/jobs/${job.id}`}>{job.entityName}</Link>,
            job.jurisdiction,
            job.status,
            job.tier,
            job.refunded ? 'given back' : credits(job.amountCredits),
            <Moment at={job.createdAt} />,
          ])}
        />
      )}
      <OtherPages to="/admin/jobs" filter={new URLSearchParams(filter).toString()} page={query} total={jobs.total} />
      <h2>Refund a row of a batch</h2>
      <PostForm to="/admin/jobs/batch-row/refund" className="column">
        <label>
          Batch
          <input name="batch_id" placeholder="bat_…" required />
        </label>
        <label>
          Line of its file
          <input name="line" inputMode="numeric" pattern="[0-9]{1,9}" required />
        </label>
        <Reason />
        <button class="danger">Refund the row</button>
      </PostForm>
    </>
  );
}

export function JobPage({ job }: { job: SupportJob }) {
  return (
    <>
      <Facts
        of={[
          ['Status', job.status],
          ['Jurisdiction', job.jurisdiction],
          ['Tier', job.tier],
          ['Charged at first', credits(job.amountCredits)],
          ['Given back', job.refunded ? 'yes' : 'no'],
          ['Why it failed', job.error],
          ['Filed', <Moment at={job.createdAt} />],
          ['Ended', job.completedAt && <Moment at={job.completedAt} />],
          ['Account', <Link to={`/admin/accounts/${job.accountId}`}>{job.accountId}</Link>],
          ['Job', <code>{job.id}</code>],
        ]}
      />
      {job.refunded ? null : (
        <>
          <h2>Refund it</h2>
          <PostForm to={`/admin/jobs/${job.id}/refund`} className="column">
            <Reason />
            <button class="danger">Refund the job</button>
          </PostForm>
        </>
      )}
    </>
  );
}
