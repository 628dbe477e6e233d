import { InvalidRequest, type Problem } from '../../core/invalid-request.js';
import { MeantBody } from '../../modules/verification/jobs.dto.js';
import { FormBody, type Fields } from '../read-form.js';
import { CHOICE_FIELD, NONE, RECORD } from '../verify/meant-form.js';

const MEANT = new FormBody(MeantBody, ({ [CHOICE_FIELD]: chosen = '', note = '' }) => {
  if (chosen !== NONE && !chosen.startsWith(RECORD)) throw new InvalidRequest(NOTHING_CHOSEN);
  const number = chosen === NONE ? null : chosen.slice(RECORD.length);
  return { jurisdiction_id: number, note: note.trim() || undefined };
});
const NOTHING_CHOSEN: Problem = {
  field: CHOICE_FIELD,
  message: 'Choose one of the records, or “none of these”.',
};
export const DECIDED = 'The decision is recorded.';

export const DECISION = {
  read(fields: Fields) {
    const { jurisdiction_id: recordNumber, note } = MEANT.read(fields);
    return { recordNumber, note };
  },
};
