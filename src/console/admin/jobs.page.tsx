import type { AccountEmails, AdminJob } from '../../core/admin/ports.js';
import { JOB_STATUSES } from '../../core/verification/job.js';
import { DayFields, FilterChoice, Listing, TextField } from '../pages/listing.js';
import { credits, Facts, Link, Moment, PostForm } from '../pages/parts.js';
import { AccountFact, AccountLink } from './account-link.js';
import { Reason } from './reason.js';

interface JobsProps {
  jobs: readonly AdminJob[];
  emails: AccountEmails;
}

export function JobsPage({ jobs, emails }: JobsProps) {
  return (
    <>
      <Listing
        to="/admin/jobs"
        nothing={<p>No jobs yet.</p>}
        caption="Jobs, newest first"
        times="real"
        columns={['Name', 'Jurisdiction', 'Status', 'Answer', 'Account', 'Charged', 'Requested']}
        numbers={['Charged']}
        rows={jobs.map((job) => [
          <Link to={`/admin/jobs/${job.id}`}>{job.entityName}</Link>,
          job.jurisdiction,
          job.status,
          <AnswerOf job={job} />,
          <AccountLink id={job.accountId} emails={emails} />,
          job.refunded ? 'refunded' : credits(job.amountCredits),
          <Moment at={job.createdAt} />,
        ])}
      >
        <TextField label="Name" />
        <FilterChoice name="status" label="Status" values={JOB_STATUSES} />
        <TextField name="jurisdiction" label="Jurisdiction" />
        <TextField name="account_id" label="Account ID" />
        <DayFields />
      </Listing>
    </>
  );
}

/** The outcome, for a list. */
function AnswerOf({ job: { entityId, error, completedAt } }: { job: AdminJob }) {
  if (entityId) return <Link to={`/admin/personal-data?entity_id=${entityId}`}>a business</Link>;
  if (error !== undefined) return <>{error}</>;
  return <>{completedAt ? 'no match' : '–'}</>;
}

export function JobPage({ job, emails }: { job: AdminJob; emails: AccountEmails }) {
  return (
    <>
      <Facts
        of={[
          ['Status', job.status],
          ['Jurisdiction', job.jurisdiction],
          ['Tier', job.tier],
          ['Charged at first', credits(job.amountCredits)],
          ['Refunded', job.refunded ? 'yes' : 'no'],
          ['Why it failed', job.error],
          [
            'Business',
            job.entityId && (
              <>
                <code>{job.entityId}</code>{' '}
                <Link to={`/admin/personal-data?entity_id=${job.entityId}`}>Erase personal data</Link>
              </>
            ),
          ],
          ['Requested', <Moment at={job.createdAt} />],
          ['Ended', job.completedAt && <Moment at={job.completedAt} />],
          ['Account', <AccountFact id={job.accountId} emails={emails} />],
          ['Job', <code>{job.id}</code>],
        ]}
      />
      {job.refunded ? null : (
        <>
          <h2>Refund</h2>
          <PostForm to={`/admin/jobs/${job.id}/refund`} className="column">
            <Reason />
            <button class="danger">Refund the job</button>
          </PostForm>
        </>
      )}
    </>
  );
}
