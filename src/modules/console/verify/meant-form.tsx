import { MAX_NOTE_LENGTH } from '../../../core/limits.js';
import type { Found } from '../../../core/entities/verified-entity.js';
import type { MatchReview } from '../../../core/verification/match-review.js';
import { Moment, PostForm } from '../pages/parts.js';

/** Where it can be said which record was meant, and what was said. */
export interface Choosing {
  jobId: string;
  meant: MatchReview | undefined;
}

export const CHOICE_FIELD = 'chosen';
export const RECORD = 'record:';
export const NONE = 'none';

type Offered = Pick<Found['data']['match']['alternatives'][number], 'entityName' | 'jurisdictionId'>;

/** What a person said about it, and the form to say it. */
export function MeantForm({ choice: { jobId, meant }, records }: { choice: Choosing; records: readonly Offered[] }) {
  const chosen = meant && (meant.recordNumber === null ? NONE : RECORD + meant.recordNumber);
  const options = [
    ...records.map(({ entityName, jurisdictionId }) => [RECORD + jurisdictionId, `${entityName}, ${jurisdictionId}`]),
    [NONE, 'None of these'],
  ] as const;
  return (
    <>
      <h2>Which one did you mean?</h2>
      {meant ? (
        <p>
          Recorded <Moment at={meant.recordedAt} />. It can be changed.
        </p>
      ) : (
        <p>Your choice is stored with this job and exported with your data. The answer itself does not change.</p>
      )}
      <PostForm to={`/jobs/${jobId}/meant`} className="column">
        <fieldset>
          <legend>The record</legend>
          {options.map(([value, words]) => (
            <label class="inline" key={value}>
              <input type="radio" name={CHOICE_FIELD} value={value} checked={value === chosen} required />
              {words}
            </label>
          ))}
        </fieldset>
        <label>
          Note (may be empty)
          <input name="note" maxLength={MAX_NOTE_LENGTH} value={meant?.note ?? ''} />
        </label>
        <button>Record it</button>
      </PostForm>
    </>
  );
}
