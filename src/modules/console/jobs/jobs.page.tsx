import { JOB_STATUSES, type JobStatus } from '../../../core/verification/job.js';
import type { JobList, ListedJob } from '../../../core/verification/ports.js';
import type { JobsQuery } from '../../verification/jobs.dto.js';
import { DayFields, Listing, TextField } from '../pages/listing.js';
import { Choice, credits, Link, Moment, type TableProps } from '../pages/parts.js';
import { State } from '../verify/verdict.js';

export function jobTable(jobs: readonly ListedJob[], caption: string): TableProps {
  return {
    caption,
    columns: ['Name', 'Jurisdiction', 'Answer', 'Tier', 'Cost', 'Requested'],
    numbers: ['Cost'],
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

const STATUS_WORDS: Readonly<Record<JobStatus, string>> = {
  pending: 'waiting',
  processing: 'in progress',
  completed: 'answered',
  failed: 'failed',
  refunded: 'refunded',
};

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
          No verifications yet. <Link to="/verify">Verify a business</Link> to see it here.
        </p>
      }
      {...jobTable(jobs, 'Verifications, newest first')}
    >
      <TextField label="Name" value={text} />
      <Choice
        name="status"
        label="Status"
        any="any"
        chosen={status}
        values={JOB_STATUSES.map((each) => [each, STATUS_WORDS[each]] as const)}
      />
      <TextField name="jurisdiction" label="Jurisdiction" value={jurisdiction} />
      <DayFields from={from} to={to} />
    </Listing>
  );
}
