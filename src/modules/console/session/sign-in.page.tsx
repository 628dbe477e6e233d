import { MAX_EMAIL_LENGTH } from '../../../core/accounts/email-address.js';
import { MAX_PASSWORD_LENGTH } from '../../../core/limits.js';
import { Elsewhere, PostForm, Wrong } from '../pages/parts.js';
import { useView } from '../pages/view.js';

interface SignInProps {
  wrong?: string | undefined;
  freeCredits: number;
}

export function SignInPage({ wrong, freeCredits }: SignInProps) {
  const { termsUrl } = useView();
  return (
    <>
      <Wrong>{wrong}</Wrong>
      <p>
        We send a code to your address. A new address gets an account
        {freeCredits > 0 ? ` with ${freeCredits} free credits` : ''}.
      </p>
      <PostForm to="/sign-in" className="column">
        <label>
          E-mail address
          <input name="email" type="email" autocomplete="email" maxLength={MAX_EMAIL_LENGTH} required autofocus />
        </label>
        <button class="first" name="action" value="send">
          Send me a code
        </button>
        <p>
          {termsUrl === undefined ? (
            'The operator of this service has published no terms.'
          ) : (
            <>
              By going on you accept the <Elsewhere url={termsUrl}>terms of service</Elsewhere>.
            </>
          )}
        </p>
      </PostForm>
      <details>
        <summary>Sign in with a password</summary>
        <PostForm to="/sign-in" className="column">
          <label>
            E-mail address
            <input name="email" type="email" autocomplete="username" maxLength={MAX_EMAIL_LENGTH} required />
          </label>
          <label>
            Password
            <input
              name="password"
              type="password"
              autocomplete="current-password"
              maxLength={MAX_PASSWORD_LENGTH}
              required
            />
          </label>
          <button name="action" value="password">
            Sign in
          </button>
        </PostForm>
      </details>
    </>
  );
}

export function CodePage({ email, wrong }: { email: string; wrong?: string | undefined }) {
  return (
    <>
      <Wrong>{wrong}</Wrong>
      <p>
        We sent six digits to <strong>{email}</strong>.
      </p>
      <PostForm to="/sign-in" className="column">
        <input type="hidden" name="email" value={email} />
        <label>
          Code
          <input
            name="code"
            inputMode="numeric"
            autocomplete="one-time-code"
            pattern="[0-9 ]{6,8}"
            maxLength={8}
            required
            autofocus
          />
        </label>
        <button class="first" name="action" value="verify">
          Sign in
        </button>
      </PostForm>
      <PostForm to="/sign-in">
        <input type="hidden" name="email" value={email} />
        <button name="action" value="send">
          Send another code
        </button>
      </PostForm>
    </>
  );
}
