import { JOB_STATUSES } from '../../../core/verification/job.js';
import type { JobList, ListedJob } from '../../../core/verification/ports.js';
import type { JobsQuery } from '../../verification/jobs.dto.js';
import { Choice, credits, Empty, FilterForm, Link, Moment, Table } from '../pages/parts.js';
import { State } from '../verify/verdict.js';

/** The jobs of a list, with where each leads. */
export function JobTable({ jobs, caption }: { jobs: readonly ListedJob[]; caption: string }) {
  return (
    <Table
      caption={caption}
      columns={['Asked for', 'Jurisdiction', 'Answer', 'Tier', 'Charged', 'Filed']}
      numbers={['Charged']}
      rows={jobs.map((job) => [
        <Link to={`/jobs/${job.id}`}>{job.entityName}</Link>,
        job.jurisdiction,
        <State outcome={job.result} status={job.status} />,
        job.tier,
        job.status === 'failed' || job.status === 'refunded' ? 'given back' : credits(job.amountCredits),
        <Moment at={job.createdAt} />,
      ])}
    />
  );
}

type Wanted = Pick<JobsQuery, 'status' | 'jurisdiction' | 'from' | 'to'>;

export function JobsPage({ list: { jobs, next }, wanted }: { list: JobList; wanted: Wanted }) {
  const filter = new URLSearchParams(
    Object.entries(wanted).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  ).toString();
  return (
    <>
      <FilterForm to="/jobs">
        <Choice
          name="status"
          label="Status"
          any="any"
          chosen={wanted.status}
          values={JOB_STATUSES.map((status) => [status, status] as const)}
        />
        <label>
          Jurisdiction
          <input name="jurisdiction" value={wanted.jurisdiction ?? ''} size={8} placeholder="us-co" />
        </label>
        <label>
          From
          <input name="from" type="date" value={wanted.from ?? ''} />
        </label>
        <label>
          To
          <input name="to" type="date" value={wanted.to ?? ''} />
        </label>
        <button>Show</button>
      </FilterForm>
      {jobs.length === 0 ? (
        <Empty>
          <p>
            {next ? 'Nothing here fits; older ones may.' : 'Nothing here.'} <Link to="/verify">Verify a business</Link>,
            and it will be listed.
          </p>
        </Empty>
      ) : (
        <JobTable jobs={jobs} caption="What was asked, the newest first" />
      )}
      <ul class="plain">
        {next ? (
          <li>
            <Link to={`/jobs?${filter}${filter ? '&' : ''}cursor=${next}`}>Older ones</Link>
          </li>
        ) : null}
        <li>
          <Link to={`/jobs.csv${filter ? `?${filter}` : ''}`}>Download as CSV</Link>
        </li>
      </ul>
    </>
  );
}
