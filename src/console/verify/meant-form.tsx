import { MAX_NOTE_LENGTH } from '../../core/limits.js';
import type { Alternative } from '../../core/matching/decide.js';
import type { DecidedWith, MatchReview } from '../../core/verification/match-review.js';
import { Field, ProblemWords, useTyped } from '../pages/form.js';
import { Facts, Moment, PostForm } from '../pages/parts.js';

/** The form for the decision, and the decision once made. */
export interface Choosing {
  /** Target of the form, below the console. */
  to: string;
  meant: MatchReview | undefined;
}

export const CHOICE_FIELD = 'chosen';
export const RECORD = 'record:';
export const NONE = 'none';

type Offered = Pick<Alternative, 'entityName' | 'jurisdictionId'>;

export function decidedWithWords(sent: DecidedWith): string {
  return `the ${'keyId' in sent ? 'key' : 'application'} “${sent.name}”`;
}

/** The decision, or the form for it. */
export function MeantForm({ choice: { to, meant }, records }: { choice: Choosing; records: readonly Offered[] }) {
  if (meant) return <Decided meant={meant} records={records} />;
  const options = [
    ...records.map(
      ({ entityName, jurisdictionId }) => [RECORD + jurisdictionId, `${entityName}, ${jurisdictionId}`] as const,
    ),
    [NONE, 'None of these'],
  ] as const;
  return (
    <section class="screen">
      <h2>Which one is meant?</h2>
      <p>Your decision is recorded with your address and the time, and is final. The answer itself does not change.</p>
      <PostForm to={to} className="column">
        <Records options={options} />
        <Field
          name="note"
          label="Reason"
          hint="How you know: an address, an invoice, a call."
          rows={2}
          input={{ maxLength: MAX_NOTE_LENGTH, required: true, autocomplete: 'off' }}
        />
        <button class="first">Decide</button>
      </PostForm>
    </section>
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
