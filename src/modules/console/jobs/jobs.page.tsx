import { JOB_STATUSES } from '../../../core/verification/job.js';
import type { JobList, ListedJob } from '../../../core/verification/ports.js';
import type { JobsQuery } from '../../verification/jobs.dto.js';
import { DayFields, Listing, TextField } from '../pages/listing.js';
import { Choice, credits, Link, Moment, type TableProps } from '../pages/parts.js';
import { State } from '../verify/verdict.js';

/** The jobs of a list, with where each leads. */
export function jobTable(jobs: readonly ListedJob[], caption: string): TableProps {
  return {
    caption,
    columns: ['Name', 'Jurisdiction', 'Answer', 'Tier', 'Charged', 'Requested'],
    numbers: ['Charged'],
    rows: jobs.map((job) => [
      <Link to={`/jobs/${job.id}`}>{job.entityName}</Link>,
      job.jurisdiction,
      <State outcome={job.result} status={job.status} />,
      job.tier,
      job.status === 'failed' || job.status === 'refunded' ? 'refunded' : credits(job.amountCredits),
      <Moment at={job.createdAt} />,
    ]),
  };
}

export type JobsShown = Pick<JobsQuery, 'text' | 'status' | 'jurisdiction' | 'from' | 'to'>;

export function JobsPage({ list: { jobs, next }, wanted }: { list: JobList; wanted: JobsShown }) {
  const { text, status, jurisdiction, from, to } = wanted;
  return (
    <Listing
      to="/jobs"
      csv="/jobs.csv"
      wanted={{ text, status, jurisdiction, from, to }}
      next={next}
      nothing={
        <p>
          No jobs yet. <Link to="/verify">Verify a business</Link> to see it here.
        </p>
      }
      {...jobTable(jobs, 'What was asked, the newest first')}
    >
      <TextField label="Name" value={text} />
      <Choice
        name="status"
        label="Status"
        any="any"
        chosen={status}
        values={JOB_STATUSES.map((each) => [each, each] as const)}
      />
      <TextField name="jurisdiction" label="Jurisdiction" value={jurisdiction} />
      <DayFields from={from} to={to} />
    </Listing>
  );
}
