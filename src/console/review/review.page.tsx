import type { UnsureMatch } from '../../core/verification/match-review.js';
import type { UnsureDocument } from '../../core/verification/ports.js';
import { jurisdictionNamed } from '../../core/registries/jurisdictions.js';
import type { Columns } from '../csv-file.js';
import { FilterChoice, Listing, TextField } from '../pages/listing.js';
import { counted, Elsewhere, Facts, Link, Moment, placeName } from '../pages/parts.js';
import { IdentitySign } from '../pages/signs.js';
import { useView } from '../pages/view.js';
import { DecidedVerdict, DecisionSign, MeantForm } from '../verify/meant-form.js';
import { Price } from '../verify/answer.js';
import { Candidates } from '../verify/candidates.js';
import { REVIEWS_SHOWN } from './review.dto.js';

export const REVIEW_COLUMNS: Columns<UnsureMatch> = {
  subject: ({ subject }) => subject && ('jobId' in subject ? subject.jobId : subject.batchId),
  line: ({ subject }) => (subject && 'line' in subject ? subject.line : undefined),
  custom_id: ({ reference }) => reference,
  entity_name: ({ entityName }) => entityName,
  jurisdiction: ({ jurisdiction }) => jurisdiction,
  candidates: ({ candidates }) => candidates.map(({ jurisdictionId }) => jurisdictionId).join(' '),
  chosen: ({ meant }) => meant && (meant.recordNumber ?? 'none'),
  reason: ({ meant }) => meant?.note,
  decided_by: ({ meant }) => meant?.decidedBy,
  decided_with: ({ meant }) => meant?.decidedWith?.name,
  decided_at: ({ meant }) => meant?.recordedAt,
  record_id: ({ recordId }) => recordId,
};

/** The page for the decision. */
export function pathOf({
  recordId,
  subject,
  searchId,
}: Pick<UnsureMatch, 'recordId' | 'subject' | 'searchId'>): string {
  if (!subject || searchId) return `/review/${recordId}`;
  return 'jobId' in subject ? `/jobs/${subject.jobId}` : `/batches/${subject.batchId}/rows/${subject.line}`;
}

export function ReviewPage({ matches }: { matches: readonly UnsureMatch[] }) {
  return (
    <Listing
      to="/review"
      hidesRows
      nothing={
        <p>
          Nothing to review. Matches that are not certain wait here for a decision.{' '}
          <Link to="/review?decided=all">See the decided ones</Link>.
        </p>
      }
      caption="Matches that are not certain, newest first"
      times="real"
      columns={['Name', 'Jurisdiction', 'Closest record', 'Confidence', 'Source', 'Asked', 'Decision']}
      numbers={['Confidence']}
      rows={matches.map(({ entityName, jurisdiction, candidates: [nearest, ...others], askedAt, ...match }) => [
        <Link to={pathOf(match)}>{entityName}</Link>,
        placeName(jurisdiction),
        <>
          {nearest.entityName}
          {others.length === 0 ? null : <div class="hint">and {counted(others.length)} more</div>}
        </>,
        nearest.confidence,
        sourceOf(match),
        <Moment at={askedAt} />,
        match.meant ? <DecisionSign meant={match.meant} /> : <IdentitySign identity="unsure" words="Open" />,
      ])}
    >
      <TextField label="Name" />
      <FilterChoice name="decided" label="Decision" any={null} values={REVIEWS_SHOWN} words={(each) => SHOWN[each]} />
    </Listing>
  );
}

const SHOWN = { false: 'open', true: 'decided', all: 'open and decided' } as const;

function sourceOf({ subject, searchId, reference }: Pick<UnsureMatch, 'subject' | 'searchId' | 'reference'>): string {
  const kind = searchId ? 'search' : 'verification';
  const source = subject && 'line' in subject ? `line ${counted(subject.line)}` : kind;
  return reference === undefined ? source : `${source}, ${reference}`;
}

/** An unsure answer as a document: the request, the candidates and the decision. */
export function UnsurePage({ match }: { match: UnsureDocument }) {
  const { origin, base } = useView();
  const { recordId, subject, searchId, entityName, jurisdiction, candidates, entityId, meant, decisions } = match;
  const { name, source } = jurisdictionNamed(jurisdiction);
  const path = pathOf(match);
  const row = subject && 'line' in subject ? subject : undefined;
  return (
    <>
      {meant ? (
        <DecidedVerdict meant={meant} records={candidates} />
      ) : (
        <div class="verdict neutral">
          <strong>Not sure which business is meant</strong>
          <p>
            {candidates.length === 1
              ? `One record is close to “${entityName}”, and it may be a different business.`
              : `${counted(candidates.length)} records are close to “${entityName}”.`}
          </p>
        </div>
      )}
      <Candidates asked={{ entityName, jurisdiction }} entityId={entityId} records={candidates} />
      <MeantForm
        choice={{ to: `${path}/meant`, decisions, isErased: match.isErased, isRow: row !== undefined }}
        records={candidates}
      />
      <h2>Request</h2>
      <Facts
        of={[
          ['Name', entityName],
          [row ? 'Your ID' : 'Reference', match.reference],
          ['Jurisdiction', `${name} (${jurisdiction})`],
          ['Register', <Elsewhere url={source.url}>{source.name}</Elsewhere>],
          ['Batch', row && <Link to={`/batches/${row.batchId}`}>{row.batchId}</Link>],
          ['Line', row && counted(row.line)],
          ['Search', searchId && <Link to={`/search/${searchId}`}>Part of this search</Link>],
          ['Requested', <Moment at={match.askedAt} />],
          ['Cost', <Price of={{ amountCredits: match.creditsCharged, refundedCredits: match.creditsRefunded }} />],
          ['Record ID', <code>{recordId}</code>],
          ['Permalink', <code>{origin + base + path}</code>],
        ]}
      />
    </>
  );
}
