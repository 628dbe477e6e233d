import type { ComponentChildren } from 'preact';
import {
  hasEnded,
  RESULT_OUTCOMES,
  type Batch,
  type BatchPauseReason,
  type BatchStatus,
  type Rejection,
  type ResultOutcome,
} from '../../../core/batches/batch.js';
import type { ResultRow, RowsWanted } from '../../../core/batches/ports.js';
import { inCredits } from '../../../core/billing/pricing.js';
import { Listing, TextField } from '../pages/listing.js';
import { useView } from '../pages/view.js';
import { Choice, counted, credits, Facts, Link, Moment, PostForm, Table } from '../pages/parts.js';

const STATUS_KINDS: Readonly<Record<BatchStatus, string>> = {
  ready: 'pending',
  running: 'pending',
  paused: 'unsure',
  completed: 'found',
  cancelled: 'unreachable',
};

const OUTCOMES: Readonly<Record<ResultOutcome, readonly [kind: string, words: string]>> = {
  found: ['found', 'Found'],
  review: ['unsure', 'Not sure'],
  no_match: ['absent', 'Absent'],
  failed: ['unreachable', 'Unreachable'],
  duplicate: ['pending', 'Repeated'],
  rejected: ['unsure', 'Rejected'],
  not_asked: ['pending', 'Not asked'],
};

/** Why it waits, and what to do. */
const PAUSES: Readonly<Record<BatchPauseReason, () => ComponentChildren>> = {
  balance: () => <BalanceTooLow />,
  key_budget: () => (
    <>
      The budget of the key that started it does not cover the next row. <Link to="/keys">Raise it</Link> and start the
      batch with that key again, or let it go on from here: that counts to no key.
    </>
  ),
  grant_budget: () => (
    <>
      The budget of the application that started it does not cover the next row.{' '}
      <Link to="/applications">Raise it</Link> and let the application start it again, or let it go on from here: that
      counts to no application.
    </>
  ),
  key_revoked: () => <>The key or application that started it was revoked. Resume it here, or cancel it.</>,
};

function BalanceTooLow() {
  const { sellsCredits } = useView();
  return (
    <>
      The balance does not cover the next row.{' '}
      {sellsCredits ? <Link to="/billing">Buy credits</Link> : 'Ask the operator of this service for credits'}, then let
      it go on.
    </>
  );
}

export function BatchState({ batch: { status } }: { batch: Batch }) {
  return <span class={`state ${STATUS_KINDS[status]}`}>{status}</span>;
}

interface BatchProps {
  batch: Batch;
  secondsLeft: number | undefined;
  rejections: readonly Rejection[];
  /** Once it has ended. */
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
          ['Rows', `${counted(rows)}, ${counted(accepted)} to be asked, ${counted(rejected)} rejected`],
          ['At most', `${credits(maxCredits)}: equal rows once, unanswered ones nothing`],
          ['Charged so far', credits(creditsCharged)],
          ['Tells', webhookUrl],
          ['Sent', <Moment at={batch.createdAt} />],
          ['Started', batch.startedAt && <Moment at={batch.startedAt} />],
          ['Ended', batch.endedAt && <Moment at={batch.endedAt} />],
          ['Batch', <code>{id}</code>],
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

/** What can be done with it now. */
function Steps({ batch }: { batch: Batch }) {
  const { id, status, pause, maxCredits, accepted } = batch;
  if (hasEnded(batch)) return null;
  return (
    <>
      {status === 'ready' ? (
        <p>
          Nothing is charged before it starts. It can cost {inCredits(maxCredits)} at most, and asks for{' '}
          {counted(accepted)} rows.
        </p>
      ) : null}
      {pause ? (
        <p class="note">
          {PAUSES[pause.reason]()}
          {pause.resetsAt ? (
            <>
              {' '}
              The budget begins anew <Moment at={pause.resetsAt} />.
            </>
          ) : null}
        </p>
      ) : null}
      {status === 'running' ? null : (
        <PostForm to={`/batches/${id}/start`}>
          <button class="first">
            {status === 'paused' ? 'Resume it' : `Start it (at most ${inCredits(maxCredits)})`}
          </button>
        </PostForm>
      )}
      <PostForm to={`/batches/${id}/cancel`}>
        <button class="danger">Cancel it</button>
      </PostForm>
    </>
  );
}

function Rejections({ rejections, rejected }: { rejections: readonly Rejection[]; rejected: number }) {
  return (
    <>
      <h2>Rejected rows</h2>
      {rejected > rejections.length ? <p>The first {rejections.length}; the results name them all.</p> : null}
      <Table
        caption="Rejected rows, in the order of the file"
        columns={['Line', 'Field', 'What is wrong']}
        numbers={['Line']}
        rows={rejections.map(({ line, field, message }) => [counted(line), field ?? 'the whole row', message])}
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
        wanted={{ text: wanted.text, outcome: wanted.outcome }}
        next={next === undefined ? undefined : String(next)}
        nothing={<p>The file has no rows.</p>}
        caption="Rows, in the order of the file"
        columns={['Line', 'Yours', 'Name', 'Jurisdiction', 'Answer', 'Official name', 'Status', 'Charged']}
        numbers={['Line', 'Charged']}
        rows={rows.map((row) => [
          counted(row.line),
          row.customId,
          row.entityName,
          row.jurisdiction,
          <Outcome row={row} />,
          row.entityId ? <Link to={`/entities/${row.entityId}`}>{row.officialName ?? row.entityId}</Link> : '–',
          row.status ?? '–',
          counted(row.creditsCharged),
        ])}
      >
        <TextField label="Name or your own id" value={wanted.text} />
        <Choice
          name="outcome"
          label="Answer"
          any="any"
          chosen={wanted.outcome}
          values={RESULT_OUTCOMES.map((outcome) => [outcome, OUTCOMES[outcome][1]] as const)}
        />
      </Listing>
      <p>
        <Link to={`${page}/results.ndjson`}>Download all rows as NDJSON</Link>
      </p>
    </>
  );
}

function Outcome({ row: { outcome, error } }: { row: ResultRow }) {
  const [kind, words] = OUTCOMES[outcome];
  return (
    <>
      <span class={`state ${kind}`}>{words}</span>
      {error === undefined ? null : <div class="hint">{error}</div>}
    </>
  );
}

/** As people say it: the speed so far promises no more. */
function duration(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  if (seconds < 90) return `${counted(seconds)} seconds`;
  return minutes < 90 ? `${counted(minutes)} minutes` : `${counted(Math.ceil(minutes / 60))} hours`;
}
