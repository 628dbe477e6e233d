import { MAX_NOTE_LENGTH } from '../../core/limits.js';
import type { Alternative } from '../../core/matching/decide.js';
import type { DecidedWith, MatchReview, RecordMeant } from '../../core/verification/match-review.js';
import { Box, Field, ProblemWords, useTyped, useWasSent } from '../pages/form.js';
import { Facts, Moment, PostForm } from '../pages/parts.js';
import { IdentitySign } from '../pages/signs.js';

/** The form for a decision, and the one that holds. */
export interface Choosing {
  /** Target of the form, below the console. */
  to: string;
  meant: RecordMeant | undefined;
  /** Whether it is a row of a file, where others may ask the same. */
  isRow?: boolean;
}

export const CHOICE_FIELD = 'chosen';
export const RECORD = 'record:';
export const NONE = 'none';
export const EQUAL_ROWS_FIELD = 'equal_rows';

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

/** The decision, if there is one, and the form for the next. */
export function MeantForm({ choice, records }: { choice: Choosing; records: readonly Offered[] }) {
  const { to, meant } = choice;
  const wasSent = useWasSent(to);
  if (!meant) {
    return (
      <section class="screen">
        <h2>Which one is meant?</h2>
        <DecisionForm choice={choice} records={records} />
      </section>
    );
  }
  return (
    <>
      <Decided meant={meant} records={records} />
      <details class="screen" open={wasSent}>
        <summary>Decide again</summary>
        <DecisionForm choice={choice} records={records} />
      </details>
    </>
  );
}

function DecisionForm({ choice: { to, isRow = false }, records }: { choice: Choosing; records: readonly Offered[] }) {
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

function Decided({ meant, records }: { meant: MatchReview; records: readonly Offered[] }) {
  const { recordNumber, note, decidedBy, decidedWith, recordedAt } = meant;
  const chosen = records.find(({ jurisdictionId }) => jurisdictionId === recordNumber);
  return (
    <>
      <h2>Decision</h2>
      <Facts
        of={[
          ['Record', recordNumber === null ? 'none of these' : `${chosen?.entityName ?? ''}, ${recordNumber}`],
          ['Reason', note && <span class="lines">{note}</span>],
          ['Decided by', decidedBy],
          ['Decided with', decidedWith && decidedWithWords(decidedWith)],
          ['Decided', <Moment at={recordedAt} />],
        ]}
      />
    </>
  );
}
