import type { ComponentChildren } from 'preact';
import {
  hasEnded,
  isAnswered,
  RESULT_OUTCOMES,
  ROW_EVIDENCE,
  type Batch,
  type BatchPauseReason,
  type BatchStatus,
  type Rejection,
  type ResultOutcome,
  type RowEvidence,
} from '../../../core/batches/batch.js';
import type { ResultRow, RowsWanted } from '../../../core/batches/ports.js';
import { inCredits } from '../../../core/billing/pricing.js';
import { findingsInWords } from '../../batches/results-file.js';
import { Listing, TextField } from '../pages/listing.js';
import { useView } from '../pages/view.js';
import { Choice, counted, credits, duration, Facts, Link, Moment, PostForm, Table } from '../pages/parts.js';

const STATUS_KINDS: Readonly<Record<BatchStatus, string>> = {
  ready: 'pending',
  running: 'pending',
  paused: 'unsure',
  completed: 'found',
  cancelled: 'unreachable',
};

/** Label and colour of an outcome. */
export const OUTCOMES: Readonly<Record<ResultOutcome, readonly [kind: string, words: string]>> = {
  found: ['found', 'Found'],
  review: ['unsure', 'Not sure'],
  no_match: ['absent', 'Absent'],
  failed: ['unreachable', 'Unreachable'],
  duplicate: ['pending', 'Duplicate'],
  rejected: ['unsure', 'Rejected'],
  not_asked: ['pending', 'Not asked'],
};

export function OutcomeChoice({ chosen }: { chosen: ResultOutcome | undefined }) {
  const values = RESULT_OUTCOMES.map((outcome) => [outcome, OUTCOMES[outcome][1]] as const);
  return <Choice name="outcome" label="Answer" any="any" chosen={chosen} values={values} />;
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

/** The reason of a pause, and the remedy. */
const PAUSES: Readonly<Record<BatchPauseReason, () => ComponentChildren>> = {
  balance: () => <BalanceTooLow />,
  key_budget: () => (
    <>
      The budget of the key that started this batch does not cover the next row.{' '}
      <Link to="/keys">Raise the budget</Link> and resume the batch with that key, or resume it here: then no key’s
      budget is charged.
    </>
  ),
  grant_budget: () => (
    <>
      The budget of the application that started this batch does not cover the next row.{' '}
      <Link to="/applications">Raise the budget</Link> and let the application resume the batch, or resume it here: then
      no application’s budget is charged.
    </>
  ),
  key_limits: () => (
    <>
      The key that started this batch may no longer ask the jurisdiction or the tier of the next row. The batch
      continues when <Link to="/keys">the key</Link> may again, or resume it here.
    </>
  ),
  key_revoked: () => <>The key or application that started this batch was revoked. Resume it here, or cancel it.</>,
};

function BalanceTooLow() {
  const { sellsCredits } = useView();
  return (
    <>
      The balance does not cover the next row.{' '}
      {sellsCredits ? <Link to="/billing">Buy credits</Link> : 'Ask the operator of this service for credits'}, then
      resume the batch.
    </>
  );
}

/** The name of its file, otherwise its number of rows. */
export function nameOf({ fileName, rows }: Pick<Batch, 'fileName' | 'rows'>): string {
  return fileName ?? (rows === 1 ? '1 row' : `${counted(rows)} rows`);
}

export function BatchState({ batch: { status } }: { batch: Batch }) {
  return <span class={`state ${STATUS_KINDS[status]}`}>{status}</span>;
}

interface BatchProps {
  batch: Batch;
  secondsLeft: number | undefined;
  rejections: readonly Rejection[];
  /** `undefined` until it has ended. */
  results: { rows: readonly ResultRow[]; next: number | undefined; wanted: RowsWanted } | undefined;
}

export function BatchPage({ batch, secondsLeft, rejections, results }: BatchProps) {
  const { id, rows, accepted, rejected, maxCredits, creditsCharged, webhookUrl } = batch;
  return (
    <>
      <Progress batch={batch} secondsLeft={secondsLeft} />
      <Steps batch={batch} />
      <Facts
        of={[
          ['Rows', `${counted(rows)}: ${counted(accepted)} accepted, ${counted(rejected)} rejected`],
          ['Maximum cost', `${credits(maxCredits)}: duplicates are charged once, unanswered rows not at all`],
          ['Charged so far', credits(creditsCharged)],
          ['Webhook URL', webhookUrl],
          ['Uploaded', <Moment at={batch.createdAt} />],
          ['Started', batch.startedAt && <Moment at={batch.startedAt} />],
          ['Ended', batch.endedAt && <Moment at={batch.endedAt} />],
          ['Batch ID', <code>{id}</code>],
        ]}
      />
      {rejections.length > 0 ? <Rejections rejections={rejections} rejected={rejected} /> : null}
      {results ? <Results id={id} {...results} /> : null}
    </>
  );
}

function Progress({ batch, secondsLeft }: Pick<BatchProps, 'batch' | 'secondsLeft'>) {
  const { accepted, counts, status } = batch;
  const done = accepted - counts.pending;
  return (
    <div data-pending={status === 'running' ? '' : undefined}>
      <p>
        <BatchState batch={batch} />
      </p>
      {status === 'ready' ? null : (
        <>
          <p>
            <label>
              {counted(done)} of {counted(accepted)} answered
              {secondsLeft === undefined ? null : `, about ${duration(secondsLeft)} left`}
              <progress max={Math.max(accepted, 1)} value={done} />
            </label>
          </p>
          <dl class="figures">
            {(['found', 'review', 'no_match', 'failed', 'duplicate'] as const).map((outcome) => (
              <div key={outcome}>
                <dt>{OUTCOMES[outcome][1]}</dt>
                <dd>{counted(counts[outcome])}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </div>
  );
}

/** The actions that are possible now. */
function Steps({ batch }: { batch: Batch }) {
  const { id, status, pause, maxCredits, accepted } = batch;
  if (hasEnded(batch)) return null;
  return (
    <>
      {status === 'ready' ? (
        <p>
          Nothing is charged until you start it. It verifies {accepted === 1 ? '1 row' : `${counted(accepted)} rows`}{' '}
          for {inCredits(maxCredits)} at most.
        </p>
      ) : null}
      {pause ? (
        <p class="note">
          {PAUSES[pause.reason]()}
          {pause.resetsAt ? (
            <>
              {' '}
              The budget resets <Moment at={pause.resetsAt} />.
            </>
          ) : null}
        </p>
      ) : null}
      {status === 'running' ? null : (
        <PostForm to={`/batches/${id}/start`}>
          <button class="first">{status === 'paused' ? 'Resume' : `Start (at most ${inCredits(maxCredits)})`}</button>
        </PostForm>
      )}
      <PostForm to={`/batches/${id}/cancel`}>
        <button class="danger">Cancel the batch</button>
      </PostForm>
    </>
  );
}

function Rejections({ rejections, rejected }: { rejections: readonly Rejection[]; rejected: number }) {
  return (
    <>
      <h2>Rejected rows</h2>
      {rejected > rejections.length ? <p>The first {rejections.length}. The results list them all.</p> : null}
      <Table
        caption="Rejected rows, in file order"
        columns={['Line', 'Column', 'Problem']}
        numbers={['Line']}
        rows={rejections.map(({ line, field, message }) => [counted(line), field ?? 'whole row', message])}
      />
    </>
  );
}

function Results({ id, rows, next, wanted }: { id: Batch['id'] } & NonNullable<BatchProps['results']>) {
  const page = `/batches/${id}`;
  return (
    <>
      <h2>Results</h2>
      <Listing
        to={page}
        csv={`${page}/results.csv`}
        wanted={{ text: wanted.text, outcome: wanted.outcome, evidence: wanted.evidence }}
        next={next === undefined ? undefined : String(next)}
        nothing={<p>The file has no rows.</p>}
        caption="Rows, in file order"
        columns={['Line', 'Your ID', 'Name', 'Jurisdiction', 'Answer', 'Official name', 'Status', 'Charged']}
        numbers={['Line', 'Charged']}
        rows={rows.map((row) => [
          counted(row.line),
          row.customId,
          row.entityName,
          row.jurisdiction,
          <Outcome id={id} row={row} />,
          <Official row={row} />,
          row.status ?? '–',
          counted(row.creditsCharged),
        ])}
      >
        <TextField label="Name or your ID" value={wanted.text} />
        <OutcomeChoice chosen={wanted.outcome} />
        <EvidenceChoice chosen={wanted.evidence} />
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

function Outcome({ id, row: { outcome, error, line } }: { id: Batch['id']; row: ResultRow }) {
  const [kind, words] = OUTCOMES[outcome];
  return (
    <>
      <span class={`state ${kind}`}>{words}</span>
      {outcome === 'review' ? (
        <div>
          <Link to={`/batches/${id}/rows/${line}`}>Decide</Link>
        </div>
      ) : null}
      {error === undefined ? null : <div class="hint">{error}</div>}
      {isAnswered(outcome) ? (
        <div>
          <Link to={`/batches/${id}/rows/${line}/evidence`}>Evidence</Link>
        </div>
      ) : null}
    </>
  );
}
