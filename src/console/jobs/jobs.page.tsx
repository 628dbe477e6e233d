import type { GivenStanding, LaterStanding } from '../../core/entities/later-standing.js';
import type { Standing } from '../../core/entities/verified-entity.js';
import { recordOfJob } from '../../core/ids.js';
import { isUnfinished, JOB_STATUSES, type JobStatus } from '../../core/verification/job.js';
import type { ListedJob } from '../../core/verification/ports.js';
import { decisionCell } from '../../modules/records/decision.response.js';
import { DayFields, FilterChoice, Listing, PlaceChoice, TextField, useWanted } from '../pages/listing.js';
import { credits, Link, Moment, placeName, type TableProps } from '../pages/parts.js';
import { StandingChoice, StandingSign } from '../pages/signs.js';
import { standingOfAnswer, State } from '../verify/verdict.js';
import type { Columns } from '../csv-file.js';

export const JOB_COLUMNS: Columns<ListedJob> = {
  job_id: ({ id }) => id,
  status: ({ status }) => status,
  answer: ({ result }) => result?.kind,
  entity_name: ({ entityName }) => entityName,
  jurisdiction: ({ jurisdiction }) => jurisdiction,
  tier: ({ tier }) => tier,
  credits_charged: ({ amountCredits }) => amountCredits,
  entity_id: ({ result }) => (result?.kind === 'found' ? result.entityId : undefined),
  created_at: ({ createdAt }) => createdAt,
  completed_at: ({ completedAt }) => completedAt,
  standing: standingOfJob,
  watch_id: ({ watchId }) => watchId,
  decision: ({ meant }) => meant && decisionCell(meant),
  decided_by: ({ meant }) => meant?.decidedBy,
  decided_at: ({ meant }) => meant?.recordedAt,
  note: ({ meant }) => meant?.note,
  reference: ({ reference }) => reference,
  record_id: (job) => (isUnfinished(job) ? undefined : recordOfJob(job.id)),
};

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
      <State outcome={job.result} status={job.status} meant={job.meant} />,
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
}

export function JobsPage({ jobs, later }: JobsProps) {
  const { watch_id: watchId } = useWanted();
  return (
    <Listing
      to="/jobs"
      hidesRows
      nothing={
        <p>
          No verifications yet. <Link to="/verify">Verify a business</Link> to see it here.
        </p>
      }
      {...jobTable(jobs, later, 'Verifications, newest first')}
    >
      <TextField label="Name" />
      <FilterChoice name="status" label="Status" values={JOB_STATUSES} words={(each) => STATUS_WORDS[each]} />
      <PlaceChoice />
      <StandingChoice />
      <DayFields />
      {watchId === undefined ? (
        <FilterChoice name="checks" label="Checks of watches" any="hidden" values={['true']} words={() => 'shown'} />
      ) : (
        <input type="hidden" name="watch_id" value={watchId} />
      )}
    </Listing>
  );
}
