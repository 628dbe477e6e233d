import type { ComponentChildren } from 'preact';
import {
  hasEnded,
  type Batch,
  type BatchPauseReason,
  type BatchStatus,
  type Rejection,
  type RowAnswer,
} from '../../core/batches/batch.js';
import type { RowCounts } from '../../core/batches/ports.js';
import { inCredits } from '../../core/billing/pricing.js';
import { STANDINGS } from '../../core/entities/verified-entity.js';
import { STANDING_WORDS } from '../pages/signs.js';
import { useView } from '../pages/view.js';
import { counted, credits, duration, Facts, Figures, Link, Moment, PostForm, Table } from '../pages/parts.js';
import { ANSWERS, Results, type ResultsProps } from './batch-rows.js';

const STATUS_KINDS: Readonly<Record<BatchStatus, string>> = {
  ready: 'grey',
  running: 'grey',
  paused: 'warning',
  completed: 'good',
  cancelled: 'bad',
};

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
  results: (Omit<ResultsProps, 'id'> & { counts: RowCounts }) | undefined;
}

export function BatchPage({ batch, secondsLeft, rejections, results }: BatchProps) {
  const { id, rows, accepted, rejected, maxCredits, creditsCharged, webhookUrl } = batch;
  return (
    <>
      <Progress batch={batch} secondsLeft={secondsLeft} counts={results?.counts} />
      {results ? <Again batch={batch} counts={results.counts} /> : null}
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
          [
            'Asks again the unreachable of',
            batch.retryOf && <Link to={`/batches/${batch.retryOf}`}>an earlier batch</Link>,
          ],
          ['Batch ID', <code>{id}</code>],
        ]}
      />
      {rejections.length > 0 ? <Rejections rejections={rejections} rejected={rejected} /> : null}
      {results ? <Results id={id} {...results} /> : null}
    </>
  );
}

function Progress(props: Pick<BatchProps, 'batch' | 'secondsLeft'> & { counts: RowCounts | undefined }) {
  const { batch, secondsLeft, counts } = props;
  const { accepted, counts: soFar, status } = batch;
  const done = accepted - soFar.pending;
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
          <Figures
            of={TOLD.map((answer) => [ANSWERS[answer][1], counted(counts?.byAnswer[answer] ?? soFar[answer])])}
          />
          {counts ? (
            <Figures of={STANDINGS.map((each) => [STANDING_WORDS[each], counted(counts.byStanding[each] ?? 0)])} />
          ) : soFar.duplicate > 0 ? (
            <p class="hint">
              {counted(soFar.duplicate)} more rows repeat an answered one. They are counted with it at the end.
            </p>
          ) : null}
        </>
      )}
    </div>
  );
}

const TOLD = ['found', 'review', 'no_match', 'failed'] as const satisfies readonly RowAnswer[];

/** Rows that no register answered cost nothing, and can be asked again as a file of their own. */
function Again({
  batch: { id, retriedIn },
  counts: { byAnswer, unansweredCredits },
}: {
  batch: Batch;
  counts: RowCounts;
}) {
  const { failed = 0, not_asked: notAsked = 0 } = byAnswer;
  const rows = `${counted(failed + notAsked)} ${notAsked === 0 ? 'unreachable' : 'unanswered'}`;
  if (failed + notAsked === 0) return null;
  if (retriedIn) {
    return (
      <p>
        <Link to={`/batches/${retriedIn}`}>The {rows} are asked again here.</Link>
      </p>
    );
  }
  return (
    <PostForm to={`/batches/${id}/again`}>
      <input type="hidden" name="max_credits" value={unansweredCredits} />
      <button>
        Ask the {rows} again (at most {inCredits(unansweredCredits)})
      </button>
    </PostForm>
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
        rows={rejections.map(({ line, field, message }) => [counted(line), field ?? 'whole row', message])}
      />
    </>
  );
}
