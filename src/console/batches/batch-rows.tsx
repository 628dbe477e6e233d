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
import type { ResultRow } from '../../core/batches/ports.js';
import { wordsOf } from '../../core/verification/job.js';
import { findingsInWords } from '../../modules/batches/results-file.js';
import { FilterChoice, Listing, TextField } from '../pages/listing.js';
import { counted, Link, placeName } from '../pages/parts.js';
import { DecisionSign } from '../verify/meant-form.js';
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

export function AnswerChoice() {
  return <FilterChoice name="answer" label="Answer" values={ROW_ANSWERS} words={(each) => ANSWERS[each][1]} />;
}

const EVIDENCE: Readonly<Record<RowEvidence, string>> = {
  differs: 'Differs',
  agrees: 'Agrees',
  unknown: 'Cannot be compared',
};

export function EvidenceChoice() {
  const words = (each: RowEvidence) => EVIDENCE[each];
  return <FilterChoice name="evidence" label="Address or officer" values={ROW_EVIDENCE} words={words} />;
}

export interface ResultsProps {
  id: Batch['id'];
  rows: readonly ResultRow[];
  /** The later standing of each of the rows, in their order. */
  later: readonly (LaterStanding | undefined)[];
}

export function Results({ id, rows, later }: ResultsProps) {
  const page = `/batches/${id}`;
  return (
    <>
      <h2 id="results">Results</h2>
      <Listing
        to={page}
        csv={`${page}/results.csv`}
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
        <TextField label="Name or your ID" />
        <AnswerChoice />
        <StandingChoice />
        <EvidenceChoice />
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

function Decide({ id, row: { line, decision } }: { id: Batch['id']; row: ResultRow }) {
  return (
    <div>
      {decision && <DecisionSign meant={decision} />}
      <Link to={`/batches/${id}/rows/${line}`}>{decision ? 'Decide again' : 'Decide'}</Link>
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
