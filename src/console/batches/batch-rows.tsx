import type { ComponentChildren } from 'preact';
import {
  isAnswered,
  ROW_ANSWERS,
  ROW_EVIDENCE,
  type Batch,
  type RowAnswer,
  type RowEvidence,
} from '../../core/batches/batch.js';
import type { LaterStanding } from '../../core/entities/later-standing.js';
import type { ResultRow, RowsWanted } from '../../core/batches/ports.js';
import { wordsOf } from '../../core/verification/job.js';
import { findingsInWords } from '../../modules/batches/results-file.js';
import { Listing, TextField } from '../pages/listing.js';
import { Choice, counted, Link, placeName } from '../pages/parts.js';
import { IdentitySign, StandingChoice, StandingSign, type Identity } from '../pages/signs.js';

/** Label and sign of an answer. */
export const ANSWERS: Readonly<Record<RowAnswer, readonly [identity: Identity, words: string]>> = {
  found: ['found', 'Found'],
  review: ['unsure', 'Not sure'],
  no_match: ['absent', 'Absent'],
  failed: ['unreachable', 'Unreachable'],
  rejected: ['rejected', 'Rejected'],
  not_asked: ['pending', 'Not asked'],
};

export function AnswerChoice({ chosen }: { chosen: RowAnswer | undefined }) {
  const values = ROW_ANSWERS.map((answer) => [answer, ANSWERS[answer][1]] as const);
  return <Choice name="answer" label="Answer" any="any" chosen={chosen} values={values} />;
}

const EVIDENCE: Readonly<Record<RowEvidence, string>> = {
  differs: 'Differs',
  agrees: 'Agrees',
  unknown: 'Cannot be compared',
};

export function EvidenceChoice({ chosen }: { chosen: RowEvidence | undefined }) {
  const values = ROW_EVIDENCE.map((evidence) => [evidence, EVIDENCE[evidence]] as const);
  return <Choice name="evidence" label="Address or officer" any="any" chosen={chosen} values={values} />;
}

export interface ResultsProps {
  id: Batch['id'];
  rows: readonly ResultRow[];
  /** The later standing of each of the rows, in their order. */
  later: readonly (LaterStanding | undefined)[];
  next: number | undefined;
  wanted: RowsWanted;
}

export function Results({ id, rows, later, next, wanted }: ResultsProps) {
  const page = `/batches/${id}`;
  const { text, answer, standing, evidence } = wanted;
  return (
    <>
      <h2 id="results">Results</h2>
      <Listing
        to={page}
        csv={`${page}/results.csv`}
        wanted={{ text, answer, standing, evidence, outcome: wanted.outcome }}
        next={next === undefined ? undefined : String(next)}
        nothing={<p>The file has no rows.</p>}
        caption="Rows, in file order"
        columns={[
          'Line',
          'Your ID',
          'Name',
          'Jurisdiction',
          'Answer',
          'Standing',
          'Official name',
          'Status',
          'Charged',
        ]}
        numbers={['Charged']}
        rows={rows.map((row, place) => [
          counted(row.line),
          row.customId,
          row.entityName,
          row.jurisdiction && placeName(row.jurisdiction),
          <Answer row={row}>
            {row.answer === 'review' ? <Decide id={id} row={row} /> : null}
            {isAnswered(row.answer) ? <Evidence id={id} row={row} /> : null}
          </Answer>,
          <StandingSign standing={row.standing} later={later[place]} />,
          <Official row={row} />,
          row.status ?? '–',
          counted(row.creditsCharged),
        ])}
      >
        <TextField label="Name or your ID" value={text} />
        <AnswerChoice chosen={answer} />
        <StandingChoice chosen={standing} />
        <EvidenceChoice chosen={evidence} />
      </Listing>
      <p>
        <Link to={`${page}/results.ndjson`}>Download all rows as NDJSON</Link>
      </p>
    </>
  );
}

/** The matched record, and its alternatives if a person may have to choose. */
function Official({ row }: { row: ResultRow }) {
  const { entityId, officialName, closest = [] } = row;
  const findings = findingsInWords(row);
  return (
    <>
      {entityId ? (
        <Link to={`/entities/${entityId}`}>{officialName ?? entityId}</Link>
      ) : closest.length === 0 ? (
        '–'
      ) : null}
      {closest.length === 0 ? null : (
        <div class="hint">
          {entityId ? 'Also close' : 'Closest'}: {closest.join('; ')}
        </div>
      )}
      {findings === undefined ? null : <div class="hint">{findings}</div>}
    </>
  );
}

/** A duplicate shows the answer of the row that it repeats. */
export function Answer({ row, children }: { row: ResultRow; children?: ComponentChildren }) {
  const { answer, duplicateOf, error } = row;
  const [identity, words] = ANSWERS[answer];
  return (
    <>
      <IdentitySign identity={identity} words={words} />
      {duplicateOf === undefined ? null : <span class="hint"> (same as line {counted(duplicateOf)})</span>}
      {children}
      {error === undefined ? null : <div class="hint">{wordsOf({ error })}</div>}
    </>
  );
}

/** The decision about a duplicate is that about the row that it repeats. */
function Decide({ id, row: { line, duplicateOf = line } }: { id: Batch['id']; row: ResultRow }) {
  return (
    <div>
      <Link to={`/batches/${id}/rows/${duplicateOf}`}>Decide</Link>
    </div>
  );
}

function Evidence({ id, row: { line } }: { id: Batch['id']; row: ResultRow }) {
  return (
    <div>
      <Link to={`/batches/${id}/rows/${line}/evidence`}>Evidence</Link>
    </div>
  );
}
