import { MAX_REASON_LENGTH } from '../../core/limits.js';
import { ReasonBody } from '../../modules/admin/admin.dto.js';
import { Field } from '../pages/form.js';
import { FormBody } from '../read-form.js';

/** The reason for the audit trail. */
export function Reason() {
  const input = { maxLength: MAX_REASON_LENGTH, required: true };
  return <Field name="reason" label="Reason, for the audit trail" input={input} />;
}

export const REASON = new FormBody(ReasonBody);
