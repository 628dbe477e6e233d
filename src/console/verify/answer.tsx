import { recordOfJob } from '../../core/ids.js';
import { isUnfinished } from '../../core/verification/job.js';
import type { LaterStanding } from '../../core/entities/later-standing.js';
import type { JobDocument } from '../../core/verification/ports.js';
import { jurisdictionNamed } from '../../core/registries/jurisdictions.js';
import { credits, Elsewhere, Facts, Link, Moment } from '../pages/parts.js';
import { useView } from '../pages/view.js';
import type { Choosing } from './meant-form.js';
import { State, Verdict } from './verdict.js';

interface AnswerProps {
  job: JobDocument;
  choice: Choosing;
  /** The price of a search of all registers, in credits. */
  everywhere: number;
  later: readonly (LaterStanding | undefined)[];
}

/**
 * An answer as a document: the request, the register, the time, the account and the outcome on one
 * page.
 */
export function Answer({ job, choice, everywhere, later }: AnswerProps) {
  const { entityName, jurisdiction, status, result, meant } = job;
  const isRefunded = status === 'refunded';
  const outcome = result ?? (isRefunded ? undefined : ({ kind: 'pending' } as const));
  return (
    <>
      <p>
        <State outcome={result} status={status} meant={meant} />
      </p>
      {isRefunded ? <p>An administrator refunded this request.</p> : null}
      {outcome && (
        <Verdict
          outcome={outcome}
          asked={{ entityName, jurisdiction }}
          choice={choice}
          everywhere={everywhere}
          later={later}
        />
      )}
      <Asked job={job} />
    </>
  );
}

function Asked({ job }: { job: JobDocument }) {
  const { origin, base } = useView();
  const { id, entityName, jurisdiction, tier, reference, createdAt, completedAt, result, searchId } = job;
  const { name, source } = jurisdictionNamed(jurisdiction);
  const number = result?.kind === 'no_match' ? result.byNumber?.number : undefined;
  return (
    <>
      <h2>Request</h2>
      <Facts
        of={[
          ['Name', entityName],
          ['Number', number],
          ['Reference', reference],
          ['Jurisdiction', `${name} (${jurisdiction})`],
          ['Register', <Elsewhere url={source.url}>{source.name}</Elsewhere>],
          ['Tier', tier],
          [job.watchId ? 'Checked by' : 'Requested by', <AskedBy of={job} />],
          ['Requested', <Moment at={createdAt} />],
          ['Answered', completedAt && <Moment at={completedAt} />],
          ['Cost', <Price of={job} />],
          ['Search', searchId && <Link to={`/search/${searchId}`}>Part of this search</Link>],
          ['Evidence', isAnswered(job) && <Link to={`/jobs/${id}/evidence`}>What the register sent</Link>],
          ['Job ID', <code>{id}</code>],
          ['Record ID', isUnfinished(job) ? undefined : <code>{recordOfJob(id)}</code>],
          ['Permalink', <code>{`${origin}${base}/jobs/${id}`}</code>],
        ]}
      />
    </>
  );
}

/** A register answered, and the answer was paid for. */
function isAnswered({ status, result }: JobDocument): boolean {
  return status === 'completed' && result?.kind !== 'failed';
}

function AskedBy({ of: { askedBy } }: { of: JobDocument }) {
  const { visit } = useView();
  if (askedBy.kind === 'watch') {
    return (
      <>
        the schedule of{' '}
        {askedBy.hasEnded ? 'a watch that has ended' : <Link to={`/watches/${askedBy.watchId}`}>a watch</Link>}
      </>
    );
  }
  if (askedBy.kind === 'person') return <>{visit?.email ?? 'a person'}, in the console</>;
  return (
    <>
      the {askedBy.kind} “{askedBy.name}”
    </>
  );
}

/** The price, and its refunded part. */
export function Price({
  of: { amountCredits, refundedCredits },
}: {
  of: Pick<JobDocument, 'amountCredits' | 'refundedCredits'>;
}) {
  if (refundedCredits === 0) return <>{credits(amountCredits)}</>;
  const rest = amountCredits - refundedCredits;
  return (
    <>
      {rest === 0 ? 'nothing' : credits(rest)} ({credits(amountCredits)} charged, {credits(refundedCredits)} refunded)
    </>
  );
}
