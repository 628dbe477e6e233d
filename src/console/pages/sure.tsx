import { CONFIRMED_FIELD, typedIn, type Fields } from '../read-form.js';
import { Link, PostForm } from './parts.js';
import { useView } from './view.js';

export interface Confirmation {
  /** The action and its consequences. */
  question: string;
  button: string;
  /** The page for those who cancel. */
  back: string;
}

/** Shown before an irreversible action. Its button sends the same form again. */
export function Sure({ question, button, back, fields }: Confirmation & { fields: Fields }) {
  const { path } = useView();
  return (
    <>
      <p>{question}</p>
      {fields['reason'] ? <p class="lines">Reason: {fields['reason']}</p> : null}
      <div class="actions">
        <PostForm to={path}>
          {typedIn(fields).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <input type="hidden" name={CONFIRMED_FIELD} value="yes" />
          <button class="danger">{button}</button>
        </PostForm>
        <Link to={back}>No, go back</Link>
      </div>
    </>
  );
}
