import { MAX_EMAIL_LENGTH } from '../../core/accounts/email-address.js';
import { MAX_PASSWORD_LENGTH } from '../../core/limits.js';
import type { ServiceFacts } from '../../modules/settings/service-facts.js';
import { Field, useWasSent } from '../pages/form.js';
import { Elsewhere, PostForm, Wrong } from '../pages/parts.js';
import { useView } from '../pages/view.js';

/** Targets of the forms; the sent one is recognised by its address. */
const SIGN_IN = {
  send: '/sign-in',
  password: '/sign-in?by=password',
  verify: '/sign-in?by=code',
} as const;

interface SignInProps {
  wrong?: string | undefined;
  facts: Pick<ServiceFacts, 'freeCredits' | 'signUp'>;
}

export function SignInPage({ wrong, facts: { freeCredits, signUp } }: SignInProps) {
  const { termsUrl } = useView();
  return (
    <>
      <Wrong>{wrong}</Wrong>
      <p>
        {signUp ? (
          <>
            We send a code to your address. A new address gets an account
            {freeCredits > 0 ? ` with ${freeCredits} free credits` : ''}.
          </>
        ) : (
          'We send a code to the address of your account. The operator of this service creates accounts.'
        )}
      </p>
      <PostForm to={SIGN_IN.send} className="column">
        <Field
          name="email"
          label="E-mail address"
          input={{ type: 'email', autocomplete: 'email', maxLength: MAX_EMAIL_LENGTH, required: true, autofocus: true }}
        />
        <button class="first" name="action" value="send">
          Send me a code
        </button>
        <p>
          {termsUrl === undefined ? (
            'The operator of this service has published no terms.'
          ) : (
            <>
              By continuing you accept the <Elsewhere url={termsUrl}>terms of service</Elsewhere>.
            </>
          )}
        </p>
      </PostForm>
      <details open={useWasSent(SIGN_IN.password)}>
        <summary>Sign in with a password</summary>
        <PostForm to={SIGN_IN.password} className="column">
          <Field
            name="email"
            label="E-mail address"
            input={{ type: 'email', autocomplete: 'username', maxLength: MAX_EMAIL_LENGTH, required: true }}
          />
          <Field
            name="password"
            label="Password"
            input={{
              type: 'password',
              autocomplete: 'current-password',
              maxLength: MAX_PASSWORD_LENGTH,
              required: true,
            }}
          />
          <button name="action" value="password">
            Sign in
          </button>
        </PostForm>
      </details>
    </>
  );
}

export function CodePage({ email, wrong, signUp }: { email: string; wrong?: string | undefined; signUp: boolean }) {
  const { sandbox } = useView();
  return (
    <>
      <Wrong>{wrong}</Wrong>
      <p>
        {signUp ? 'We sent six digits to ' : 'If it belongs to an account, six digits are on their way to '}
        <strong>{email}</strong>.{sandbox ? ' If this installation sends no mail, its terminal shows them.' : null}
      </p>
      <PostForm to={SIGN_IN.verify} className="column">
        <input type="hidden" name="email" value={email} />
        <Field
          name="code"
          label="Code"
          input={{
            inputMode: 'numeric',
            autocomplete: 'one-time-code',
            pattern: '[0-9 ]{6,8}',
            maxLength: 8,
            required: true,
            autofocus: true,
          }}
        />
        <button class="first" name="action" value="verify">
          Sign in
        </button>
      </PostForm>
      <PostForm to={SIGN_IN.send}>
        <input type="hidden" name="email" value={email} />
        <button name="action" value="send">
          Send another code
        </button>
      </PostForm>
    </>
  );
}
