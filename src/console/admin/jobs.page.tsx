import type { AccountEmails, AdminJob, AdminJobList } from '../../core/admin/ports.js';
import { JOB_STATUSES } from '../../core/verification/job.js';
import { DayFields, Listing, TextField } from '../pages/listing.js';
import { Choice, credits, Facts, Link, Moment, PostForm } from '../pages/parts.js';
import { AccountFact, AccountLink } from './account-link.js';
import { Reason } from './reason.js';
import type { SupportJobsQuery } from './admin.dto.js';

interface JobsProps {
  list: AdminJobList;
  emails: AccountEmails;
  query: SupportJobsQuery;
}

export function JobsPage({ list, emails, query }: JobsProps) {
  const { text, status, jurisdiction, account_id, from, to } = query;
  return (
    <>
      <Listing
        to="/admin/jobs"
        csv="/admin/jobs.csv"
        wanted={{ text, status, jurisdiction, account_id, from, to }}
        next={list.next}
        nothing={<p>No jobs yet.</p>}
        caption="Jobs, newest first"
        times="real"
        columns={['Name', 'Jurisdiction', 'Status', 'Answer', 'Account', 'Charged', 'Requested']}
        numbers={['Charged']}
        rows={list.items.map((job) => [
          <Link to={`/admin/jobs/${job.id}`}>{job.entityName}</Link>,
          job.jurisdiction,
          job.status,
          <AnswerOf job={job} />,
          <AccountLink id={job.accountId} emails={emails} />,
          job.refunded ? 'refunded' : credits(job.amountCredits),
          <Moment at={job.createdAt} />,
        ])}
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
        <TextField name="account_id" label="Account ID" value={account_id} />
        <DayFields from={from} to={to} />
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
