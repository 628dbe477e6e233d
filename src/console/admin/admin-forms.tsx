import { Injectable } from '@nestjs/common';
import { AdminSessions, type Admin } from '../../core/admin/ports.js';
import { InvalidRequest, type Problem } from '../../core/invalid-request.js';
import { MAX_REASON_LENGTH } from '../../core/limits.js';
import { Field } from '../pages/form.js';
import { Link, PostForm } from '../pages/parts.js';
import { CONFIRMED_FIELD, REPEAT_FIELD } from '../read-form.js';
import { goTo, page, type Fields, type PageAnswer } from '../page-answers.js';
import { adminOf } from './admin.hook.js';

const SENT_BEFORE: Problem = {
  field: REPEAT_FIELD,
  message: 'This form was already sent. The action was not repeated.',
};
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

interface Asked {
  /** The target of the form, and the page that follows. */
  to: string;
  next: string;
  question: string;
  button: string;
  /** The notice on the next page. */
  done?: string;
  fields: Fields;
}

@Injectable()
export class AdminForms {
  constructor(private readonly sessions: AdminSessions) {}

  /**
   * Asks for confirmation on a separate page, and runs once per such page, however often its button
   * is pressed.
   */
  confirmed({ done, ...shown }: Asked, work: (admin: Admin) => Promise<unknown>): PageAnswer {
    const { next, fields } = shown;
    const { [CONFIRMED_FIELD]: confirmed, [REPEAT_FIELD]: shownAs = '', ...asked } = fields;
    if (confirmed !== 'yes') {
      return page({ title: 'Are you sure?', narrow: true }, <ConfirmForm {...shown} fields={asked} />);
    }
    return async (on) => {
      const visit = on.request.context.adminVisit;
      const first = UUID.test(shownAs) && visit && (await this.sessions.confirm(visit.digest, shownAs));
      if (!first) throw new InvalidRequest(SENT_BEFORE);
      await work(adminOf(on.request));
      return goTo(next, done)(on);
    };
  }
}

function ConfirmForm({ to, next, question, button, fields }: Omit<Asked, 'done'>) {
  return (
    <>
      <p>{question}</p>
      {fields['reason'] ? <p class="lines">Reason: {fields['reason']}</p> : null}
      <PostForm to={to}>
        {Object.entries(fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <input type="hidden" name={CONFIRMED_FIELD} value="yes" />
        <button class="danger">{button}</button>
      </PostForm>
      <ul class="plain">
        <li>
          <Link to={next}>No, go back</Link>
        </li>
      </ul>
    </>
  );
}

/** The reason for the audit trail. */
export function Reason() {
  const input = { maxLength: MAX_REASON_LENGTH, required: true };
  return <Field name="reason" label="Reason, for the audit trail" input={input} />;
}
