import { InvalidRequest, type Problem } from '../../core/invalid-request.js';
import { RowMeantBody } from '../../modules/verification/jobs.dto.js';
import { FormBody, ticked, type Fields } from '../read-form.js';
import { CHOICE_FIELD, EQUAL_ROWS_FIELD, NONE, RECORD, SEEN_FIELD } from '../verify/meant-form.js';

const MEANT = new FormBody(
  RowMeantBody,
  ({ [CHOICE_FIELD]: chosen = '', [EQUAL_ROWS_FIELD]: equal, [SEEN_FIELD]: seen, note = '' }) => {
    if (chosen !== NONE && !chosen.startsWith(RECORD)) throw new InvalidRequest(NOTHING_CHOSEN);
    const number = chosen === NONE ? null : chosen.slice(RECORD.length);
    const equalRows = equal === undefined ? undefined : ticked(equal);
    const seenNumber = seen === undefined ? undefined : Number(seen);
    return {
      jurisdiction_id: number,
      note: note.trim() || undefined,
      equal_rows: equalRows,
      decisions_seen: seenNumber,
    };
  },
);
const NOTHING_CHOSEN: Problem = {
  field: CHOICE_FIELD,
  message: 'Choose one of the records, or “none of these”.',
};
export const DECIDED = 'The decision is recorded.';

export const DECISION = {
  read(fields: Fields) {
    const { jurisdiction_id: recordNumber, note, equal_rows: equalRows, decisions_seen: seen } = MEANT.read(fields);
    return { recordNumber, note, equalRows, seen };
  },
};
