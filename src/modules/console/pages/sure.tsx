import { CONFIRMED_FIELD } from '../read-form.js';
import { Link, PostForm } from './parts.js';

export interface Confirmation {
  /** What is about to be done, and what follows from it. */
  question: string;
  /** What the button says. */
  button: string;
  /** Where the form was sent, and where a person goes who does not want it. */
  to: string;
  back: string;
}

/** Before what cannot be undone. */
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
