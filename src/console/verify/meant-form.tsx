import { MAX_NOTE_LENGTH } from '../../core/limits.js';
import type { Alternative } from '../../core/matching/decide.js';
import type { RecordDecision } from '../../core/verification/decision.js';
import type { DecidedWith, MatchReview } from '../../core/verification/match-review.js';
import { Box, Field, ProblemWords, useTyped, useWasSent } from '../pages/form.js';
import { Facts, Moment, PostForm, Table } from '../pages/parts.js';
import { IdentitySign } from '../pages/signs.js';

/** The form for a decision, and those that were made. */
export interface Choosing {
  /** Target of the form, below the console; `undefined` where nothing more can be decided. */
  to: string | undefined;
  /** In order; the last one holds. */
  decisions: readonly RecordDecision[];
  /** Personal data were erased from the record, which ends its decisions. */
  isErased: boolean;
  /** Whether it is a row of a file, where others may ask the same. */
  isRow?: boolean;
}

export const CHOICE_FIELD = 'chosen';
export const RECORD = 'record:';
export const NONE = 'none';
export const EQUAL_ROWS_FIELD = 'equal_rows';
export const SEEN_FIELD = 'decisions_seen';

type Offered = Pick<Alternative, 'entityName' | 'jurisdictionId'>;

function decidedWithWords(sent: DecidedWith): string {
  return `the ${'keyId' in sent ? 'key' : 'application'} “${sent.name}”`;
}

/** The sentence that takes the place of the verdict. */
export function DecidedVerdict({ meant, records }: { meant: MatchReview; records: readonly Offered[] }) {
  const { recordNumber, decidedBy, recordedAt } = meant;
  const by = decidedBy === undefined ? '' : ` by ${decidedBy}`;
  const chosen = records.find(({ jurisdictionId }) => jurisdictionId === recordNumber);
  return (
    <div class="verdict neutral">
      <strong>
        {recordNumber === null
          ? `Rejected${by}: none of the candidates`
          : `Confirmed${by}: ${chosen?.entityName ?? recordNumber}`}
      </strong>
      <p>
        Decided on <Moment at={recordedAt} />
        {recordNumber === null ? null : `, for the record ${recordNumber}`}.
      </p>
    </div>
  );
}

/** A decision in a list. */
export function DecisionSign({ meant: { recordNumber, decidedBy, decidedWith, recordedAt } }: { meant: MatchReview }) {
  return (
    <>
      {recordNumber === null ? (
        <IdentitySign identity="absent" words="None of them" />
      ) : (
        <IdentitySign identity="found" words={recordNumber} />
      )}
      <div class="hint">
        {decidedBy} <Moment at={recordedAt} />
      </div>
      {decidedWith && <div class="hint">{decidedWithWords(decidedWith)}</div>}
    </>
  );
}

/** The decisions, if there are any, and the form for the next. */
export function MeantForm({ choice, records }: { choice: Choosing; records: readonly Offered[] }) {
  const { to, decisions, isErased, isRow = false } = choice;
  const wasSent = useWasSent(to ?? '');
  const form =
    to === undefined || isErased ? null : <DecisionForm {...{ to, isRow, records }} seen={decisions.length} />;
  if (decisions.length === 0) {
    if (isErased) return <p>Personal data were erased from this record, so it can no longer be decided.</p>;
    return (
      form && (
        <section class="screen">
          <h2>Which one is meant?</h2>
          {form}
        </section>
      )
    );
  }
  return (
    <>
      <Decided decisions={decisions} records={records} />
      {form && (
        <details class="screen" open={wasSent}>
          <summary>Decide again</summary>
          {form}
        </details>
      )}
    </>
  );
}

interface DecisionFormProps {
  to: string;
  isRow: boolean;
  records: readonly Offered[];
  /** The number of decisions that the page shows. */
  seen: number;
}

function DecisionForm({ to, isRow, records, seen }: DecisionFormProps) {
  const options = [
    ...records.map(
      ({ entityName, jurisdictionId }) => [RECORD + jurisdictionId, `${entityName}, ${jurisdictionId}`] as const,
    ),
    [NONE, 'None of these'],
  ] as const;
  return (
    <>
      <p>
        Your decision is recorded with your address and the time. A later decision replaces it, and all are kept. The
        answer itself does not change.
      </p>
      <PostForm to={to} className="column">
        <input type="hidden" name={SEEN_FIELD} value={seen} />
        <Records options={options} />
        <Field
          name="note"
          label="Reason"
          hint="How you know: an address, an invoice, a call."
          rows={2}
          input={{ maxLength: MAX_NOTE_LENGTH, required: true, autocomplete: 'off' }}
        />
        {isRow ? (
          <Box name={EQUAL_ROWS_FIELD} checked>
            Also for the rows of the file that ask the same
          </Box>
        ) : null}
        <button class="first">Decide</button>
      </PostForm>
    </>
  );
}

/** Inside its form, so that it keeps the choice and shows the problem. */
function Records({ options }: { options: readonly (readonly [value: string, words: string])[] }) {
  const { value: chosen, problem, id } = useTyped(CHOICE_FIELD);
  return (
    <fieldset aria-describedby={problem === undefined ? undefined : id}>
      <legend>The record</legend>
      {options.map(([value, words]) => (
        <label class="inline" key={value}>
          <input type="radio" name={CHOICE_FIELD} value={value} checked={value === chosen} required />
          <span>{words}</span>
        </label>
      ))}
      <ProblemWords problem={problem} id={id} />
    </fieldset>
  );
}

/** The one that holds, then those that it superseded, newest first. */
function Decided({ decisions, records }: { decisions: readonly RecordDecision[]; records: readonly Offered[] }) {
  const [meant, ...superseded] = decisions.toReversed();
  if (!meant) return null;
  const { note, decidedBy, decidedWith, recordedAt } = meant;
  return (
    <>
      <h2>Decision</h2>
      <Facts
        of={[
          ['Record', chosenWords(meant, records)],
          ['Reason', note && <span class="lines">{note}</span>],
          ['Decided by', decidedBy],
          ['Decided with', decidedWith && decidedWithWords(decidedWith)],
          ['Decided', <Moment at={recordedAt} />],
        ]}
      />
      {superseded.length === 0 ? null : (
        <>
          <h3>Earlier decisions</h3>
          <Table
            caption="Superseded, newest first"
            columns={['Record', 'Reason', 'Decided by', 'Decided']}
            rows={superseded.map((each) => [
              chosenWords(each, records),
              each.note && <span class="lines">{each.note}</span>,
              <>
                {each.decidedBy}
                {each.decidedWith && <div class="hint">{decidedWithWords(each.decidedWith)}</div>}
              </>,
              <Moment at={each.recordedAt} />,
            ])}
          />
        </>
      )}
    </>
  );
}

function chosenWords({ recordNumber }: RecordDecision, records: readonly Offered[]): string {
  if (recordNumber === null) return 'none of these';
  const chosen = records.find(({ jurisdictionId }) => jurisdictionId === recordNumber);
  return chosen ? `${chosen.entityName}, ${recordNumber}` : recordNumber;
}
