import { isKnownNoMatch, type LedgerEntry } from '../../core/billing/ledger-entry.js';
import type { LaterStanding } from '../../core/entities/later-standing.js';
import type { EntityView } from '../../core/entities/read-entity.js';
import { verifiedEntity } from '../../core/entities/verified-entity.js';
import { jurisdictionNamed } from '../../core/registries/jurisdictions.js';
import { counted, Facts, Link, Moment } from '../pages/parts.js';
import { useView } from '../pages/view.js';
import { DeepFacts } from '../verify/deep-facts.js';
import { StandingVerdict } from '../pages/signs.js';
import { RecordFacts } from '../verify/verdict.js';

interface EntryProps {
  entry: LedgerEntry;
  /** The watch it was paid for, if that still exists. */
  watches: ReadonlySet<string>;
  /** The record at the time of the entry; `undefined` if none is stored. */
  then: EntityView | undefined;
  later: LaterStanding | undefined;
}

/** A ledger entry as a document. A cached answer has no job, so this is its only page. */
export function EntryPage({ entry, watches, then, later }: EntryProps) {
  const { origin, base } = useView();
  const { id, type, amountCredits, balanceAfter, description, entityName, jurisdiction, createdAt } = entry;
  return (
    <>
      {then ? <RecordThen then={then} at={createdAt} later={later} /> : null}
      {isKnownNoMatch(entry) ? (
        <div class="verdict neutral">
          <strong>Absent from the register</strong>
          <p>The register had no business of this name: a complete search shortly before had found none.</p>
        </div>
      ) : null}
      <h2>Transaction</h2>
      <Facts
        of={[
          ['Type', type],
          ['Description', description],
          ['Name', entityName],
          ['Jurisdiction', jurisdiction && `${jurisdictionNamed(jurisdiction).name} (${jurisdiction})`],
          ['Credits', counted(amountCredits)],
          ['Balance', counted(balanceAfter)],
          ['When', <Moment at={createdAt} />],
          ['For', <PaidFor entry={entry} watches={watches} />],
          ['ID', <code>{id}</code>],
          ['This page', <code>{`${origin}${base}/billing/${id}`}</code>],
        ]}
      />
    </>
  );
}

interface RecordProps extends Pick<EntryProps, 'later'> {
  then: EntityView;
  at: Date;
}

function RecordThen({ then: { entity, tier, match }, at, later }: RecordProps) {
  const data = verifiedEntity(entity, tier, match);
  return (
    <>
      <StandingVerdict data={data} later={later} />
      <p>
        The record as it was stored at <Moment at={at} />.
      </p>
      <p>
        <Link to={`/entities/${entity.id}`}>The record of today</Link>
      </p>
      <RecordFacts data={data} />
      {data.details ? <DeepFacts of={data.details} /> : null}
    </>
  );
}

function PaidFor({ entry, watches }: Pick<EntryProps, 'entry' | 'watches'>) {
  const { jobId, searchId, watchId, batchRow, entityId } = entry;
  // A search of several registers has a job for each.
  if (searchId) return <Link to={`/search/${searchId}`}>a search</Link>;
  if (jobId) return <Link to={`/jobs/${jobId}`}>a verification</Link>;
  if (watchId && !watches.has(watchId)) return <>a watch that has ended</>;
  if (watchId) return <Link to={`/watches/${watchId}`}>a watch</Link>;
  if (batchRow) {
    return (
      <>
        line {counted(batchRow.line)} of <Link to={`/batches/${batchRow.batchId}`}>a file</Link>
      </>
    );
  }
  return entityId ? <Link to={`/entities/${entityId}`}>a known record</Link> : <>–</>;
}
