import type { GivenStanding, LaterStanding } from '../../core/entities/later-standing.js';
import type { Standing } from '../../core/entities/verified-entity.js';
import { JOB_STATUSES, type JobStatus } from '../../core/verification/job.js';
import type { ListedJob } from '../../core/verification/ports.js';
import type { ShownJobsQuery } from './jobs.dto.js';
import { DayFields, Listing, PlaceChoice, TextField } from '../pages/listing.js';
import { Choice, credits, inAddress, Link, Moment, placeName, type TableProps } from '../pages/parts.js';
import { StandingChoice, StandingSign } from '../pages/signs.js';
import { standingOfAnswer, State } from '../verify/verdict.js';

/** The later standing of each of the jobs, in their order. */
export type JobsLater = readonly (LaterStanding | undefined)[];

export function jobTable(jobs: readonly ListedJob[], later: JobsLater, caption: string): TableProps {
  return {
    caption,
    columns: ['Name', 'Jurisdiction', 'Answer', 'Standing', 'Tier', 'Cost', 'Requested'],
    numbers: ['Cost'],
    times: 'real',
    rows: jobs.map((job, place) => [
      <Link to={`/jobs/${job.id}`}>{job.entityName}</Link>,
      placeName(job.jurisdiction),
      <State outcome={job.result} status={job.status} />,
      <StandingSign standing={standingOfJob(job)} later={later[place]} />,
      job.tier,
      job.status === 'failed' || job.status === 'refunded' ? 'refunded' : credits(job.amountCredits),
      <Moment at={job.createdAt} />,
    ]),
  };
}

/** `undefined` without a business that is certain. */
export function standingOfJob({ result, status }: ListedJob): Standing | undefined {
  return status === 'refunded' ? undefined : standingOfAnswer(result);
}

export function givenInJob(job: ListedJob): GivenStanding {
  const found = job.result?.kind === 'found' ? job.result : undefined;
  return { entityId: found?.entityId, standing: standingOfJob(job), asOf: found?.data.source.retrievedAt };
}

const STATUS_WORDS: Readonly<Record<JobStatus, string>> = {
  pending: 'waiting',
  processing: 'in progress',
  completed: 'answered',
  failed: 'failed',
  refunded: 'refunded',
};

interface JobsProps {
  jobs: readonly ListedJob[];
  later: JobsLater;
  next: string | undefined;
  wanted: Omit<ShownJobsQuery, 'cursor' | 'limit'>;
}

export function JobsPage({ jobs, later, next, wanted }: JobsProps) {
  const { text, status, standing, jurisdiction, from, to, checks, watch_id } = wanted;
  return (
    <Listing
      to="/jobs"
      csv="/jobs.csv"
      wanted={{ text, status, standing, jurisdiction, from, to, checks: inAddress(checks), watch_id }}
      next={next}
      hidesRows
      nothing={
        <p>
          No verifications yet. <Link to="/verify">Verify a business</Link> to see it here.
        </p>
      }
      {...jobTable(jobs, later, 'Verifications, newest first')}
    >
      <TextField label="Name" value={text} />
      <Choice
        name="status"
        label="Status"
        any="any"
        chosen={status}
        values={JOB_STATUSES.map((each) => [each, STATUS_WORDS[each]] as const)}
      />
      <PlaceChoice chosen={jurisdiction} />
      <StandingChoice chosen={standing} />
      <DayFields from={from} to={to} />
      {watch_id === undefined ? (
        <Choice
          name="checks"
          label="Checks of watches"
          any="hidden"
          chosen={inAddress(checks)}
          values={[['true', 'shown']]}
        />
      ) : (
        <input type="hidden" name="watch_id" value={watch_id} />
      )}
    </Listing>
  );
}
