import { CONFIRMED_FIELD } from '../read-form.js';
import { Link, PostForm } from './parts.js';

export interface Confirmation {
  /** The action and its consequences. */
  question: string;
  button: string;
  /** The target of the form, and the page for those who cancel. */
  to: string;
  back: string;
}

/** Shown before an irreversible action. */
export function Sure({ question, button, to, back }: Confirmation) {
  return (
    <>
      <p>{question}</p>
      <div class="actions">
        <PostForm to={to}>
          <input type="hidden" name={CONFIRMED_FIELD} value="yes" />
          <button class="danger">{button}</button>
        </PostForm>
        <Link to={back}>No, go back</Link>
      </div>
    </>
  );
}
