import type { MatchReview, ReviewSubject, UnsureMatch } from '../../core/verification/match-review.js';
import { jurisdictionNamed } from '../../core/registries/jurisdictions.js';
import type { Columns } from '../csv-file.js';
import { FilterChoice, Listing, TextField } from '../pages/listing.js';
import { counted, credits, Elsewhere, Facts, Link, Moment, placeName } from '../pages/parts.js';
import { IdentitySign } from '../pages/signs.js';
import { useView } from '../pages/view.js';
import { decidedWithWords, MeantForm } from '../verify/meant-form.js';
import { Candidates } from '../verify/candidates.js';
import { REVIEWS_SHOWN } from './review.dto.js';

export const REVIEW_COLUMNS: Columns<UnsureMatch> = {
  subject: ({ subject }) => ('jobId' in subject ? subject.jobId : subject.batchId),
  line: ({ subject }) => ('jobId' in subject ? undefined : subject.line),
  custom_id: ({ customId }) => customId,
  entity_name: ({ entityName }) => entityName,
  jurisdiction: ({ jurisdiction }) => jurisdiction,
  candidates: ({ candidates }) => candidates.map(({ jurisdictionId }) => jurisdictionId).join(' '),
  chosen: ({ meant }) => meant && (meant.recordNumber ?? 'none'),
  reason: ({ meant }) => meant?.note,
  decided_by: ({ meant }) => meant?.decidedBy,
  decided_with: ({ meant }) => meant?.decidedWith?.name,
  decided_at: ({ meant }) => meant?.recordedAt,
};

/** The page for the decision. */
export function pathOf(subject: ReviewSubject): string {
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
      caption="Matches that are not certain: verifications first, then batch rows"
      times="real"
      columns={['Name', 'Jurisdiction', 'Closest record', 'Confidence', 'Source', 'Asked', 'Decision']}
      numbers={['Confidence']}
      rows={matches.map(
        ({ subject, entityName, jurisdiction, candidates: [nearest, ...others], askedAt, ...match }) => [
          <Link to={pathOf(subject)}>{entityName}</Link>,
          placeName(jurisdiction),
          <>
            {nearest.entityName}
            {others.length === 0 ? null : <div class="hint">and {counted(others.length)} more</div>}
          </>,
          nearest.confidence,
          'jobId' in subject
            ? 'verification'
            : `line ${counted(subject.line)}${match.customId ? `, ${match.customId}` : ''}`,
          <Moment at={askedAt} />,
          <DecisionState meant={match.meant} />,
        ],
      )}
    >
      <TextField label="Name" />
      <FilterChoice name="decided" label="Decision" any={null} values={REVIEWS_SHOWN} words={(each) => SHOWN[each]} />
    </Listing>
  );
}

const SHOWN = { false: 'open', true: 'decided', all: 'open and decided' } as const;

function DecisionState({ meant }: { meant: MatchReview | undefined }) {
  if (!meant) return <IdentitySign identity="unsure" words="Open" />;
  return (
    <>
      {meant.recordNumber === null ? (
        <IdentitySign identity="absent" words="None of them" />
      ) : (
        <IdentitySign identity="found" words={meant.recordNumber} />
      )}
      <div class="hint">{meant.decidedBy}</div>
      {meant.decidedWith && <div class="hint">{decidedWithWords(meant.decidedWith)}</div>}
    </>
  );
}

/** A row of a batch as a document: the request, the candidates and the decision. */
export function UnsureRowPage({ row }: { row: UnsureMatch & { subject: { batchId: string; line: number } } }) {
  const { origin, base } = useView();
  const { entityName, jurisdiction, candidates, entityId, subject, customId, creditsCharged, askedAt, meant } = row;
  const { name, source } = jurisdictionNamed(jurisdiction);
  const path = pathOf(row.subject);
  return (
    <>
      <div class="verdict neutral">
        <strong>{meant ? 'Decided by a person' : 'Not sure which business is meant'}</strong>
        <p>
          {candidates.length === 1
            ? `One record is close to “${entityName}”, and it may be a different business.`
            : `${counted(candidates.length)} records are close to “${entityName}”.`}
        </p>
      </div>
      <Candidates asked={{ entityName, jurisdiction }} entityId={entityId} records={candidates} />
      <MeantForm choice={{ to: `${path}/meant`, meant }} records={candidates} />
      <h2>Request</h2>
      <Facts
        of={[
          ['Name', entityName],
          ['Your ID', customId],
          ['Jurisdiction', `${name} (${jurisdiction})`],
          ['Register', <Elsewhere url={source.url}>{source.name}</Elsewhere>],
          ['Batch', <Link to={`/batches/${subject.batchId}`}>{subject.batchId}</Link>],
          ['Line', counted(subject.line)],
          ['Requested', <Moment at={askedAt} />],
          ['Cost', credits(creditsCharged)],
          ['Permalink', <code>{origin + base + path}</code>],
        ]}
      />
    </>
  );
}
