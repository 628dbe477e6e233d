import { InvalidRequest, type Problem } from '../../core/invalid-request.js';
import { MeantBody } from '../../modules/verification/jobs.dto.js';
import { FormBody } from '../read-form.js';
import { CHOICE_FIELD, NONE, RECORD } from '../verify/meant-form.js';

const MEANT = new FormBody(MeantBody);
const NOTHING_CHOSEN: Problem = {
  field: CHOICE_FIELD,
  message: 'Choose one of the records, or “none of these”.',
};
export const DECIDED = 'The decision is recorded.';

/** Reads the decision from the form. Throws `VALIDATION_ERROR`. */
export function decisionIn({ [CHOICE_FIELD]: chosen = '', note = '' }: Readonly<Record<string, string>>) {
  if (chosen !== NONE && !chosen.startsWith(RECORD)) throw new InvalidRequest(NOTHING_CHOSEN);
  const number = chosen === NONE ? null : chosen.slice(RECORD.length);
  const body = MEANT.check({ jurisdiction_id: number, note: note.trim() || undefined });
  return { recordNumber: body.jurisdiction_id, note: body.note };
}
