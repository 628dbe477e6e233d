import type { MovableAccount } from '../../core/accounts/account.js';
import { addressToAsk } from '../../core/accounts/access/confirm-email.js';
import { MAX_EMAIL_LENGTH } from '../../core/accounts/email-address.js';
import type { SignInSession } from '../../core/accounts/ports.js';
import { MAX_ACCOUNT_NAME_LENGTH, MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../../core/limits.js';
import { Field } from '../pages/form.js';
import { Listing, TextField } from '../pages/listing.js';
import { Choice, Facts, Link, Moment, PostForm } from '../pages/parts.js';
import { useView } from '../pages/view.js';
import { TIME_ZONES, UTC } from '../time-zone.js';

const NEW_PASSWORD = { type: 'password', minLength: MIN_PASSWORD_LENGTH, maxLength: MAX_PASSWORD_LENGTH };
const SIX_DIGITS = { inputMode: 'numeric', maxLength: 8, required: true };

interface AccountProps {
  profile: MovableAccount;
  sessions: readonly SignInSession[];
}

export function AccountPage({ profile, sessions }: AccountProps) {
  const { timeZone } = useView();
  return (
    <>
      <Facts
        of={[
          ['Account', <code>{profile.id}</code>],
          ['Address', profile.emailVerified ? profile.email : `${profile.email} (not confirmed)`],
          ['Name', profile.name],
          ['Created', <Moment at={profile.createdAt} />],
        ]}
      />
      {profile.emailVerified ? null : <Confirm profile={profile} />}
      <h2>Name and address</h2>
      <p>
        A new address gets a code. Until you enter the code here, the account cannot spend credits. Changing the address
        signs out your other browsers.
      </p>
      <PostForm to="/account" className="column">
        <Field
          name="name"
          label="Name"
          value={profile.name}
          input={{ maxLength: MAX_ACCOUNT_NAME_LENGTH, autocomplete: 'name' }}
        />
        <Field
          name="email"
          label="E-mail address"
          value={profile.email}
          input={{ type: 'email', maxLength: MAX_EMAIL_LENGTH, autocomplete: 'email' }}
        />
        <button>Save changes</button>
      </PostForm>
      <h2>Password</h2>
      <p>You can always sign in with a code by e-mail. Setting a password signs out your other browsers.</p>
      <PostForm to="/account/password" className="column">
        <Field
          name="current_password"
          label="Current password, if you have one"
          input={{ type: 'password', maxLength: MAX_PASSWORD_LENGTH, autocomplete: 'current-password' }}
        />
        <Field
          name="new_password"
          label={`New password, at least ${MIN_PASSWORD_LENGTH} characters`}
          input={{ ...NEW_PASSWORD, required: true, autocomplete: 'new-password' }}
        />
        <button>Set password</button>
      </PostForm>
      <h2>Time zone</h2>
      <p>This browser shows times in this zone. Point at a time to see it in UTC.</p>
      <PostForm to="/account/time-zone">
        <Choice
          name="time_zone"
          label="Time zone"
          chosen={timeZone ?? UTC}
          values={TIME_ZONES.map((each) => [each, each.replaceAll('_', ' ')] as const)}
        />
        <button>Save time zone</button>
      </PostForm>
      <h2>Sessions</h2>
      <Sessions sessions={sessions} />
      <h2>Your data</h2>
      <p>
        <Link to="/account/export.json">Download everything that is stored about this account</Link> (JSON).
      </p>
      <h2>Close the account</h2>
      <p>
        Your address, name and password are erased, keys and applications stop working immediately, and remaining
        credits are lost. This cannot be undone.
      </p>
      <PostForm to="/account/close" className="column">
        <Field
          name="email"
          label={`Type ${profile.email} to close the account`}
          input={{ autocomplete: 'off', required: true }}
        />
        <button class="danger">Close account</button>
      </PostForm>
    </>
  );
}

function Confirm({ profile }: { profile: MovableAccount }) {
  const toAsk = addressToAsk(profile);
  return (
    <>
      <h2>Confirm your address</h2>
      <PostForm to="/account/confirm" className="column">
        <Field
          name="code"
          label={`The six digits we sent to ${profile.email}`}
          input={{ ...SIX_DIGITS, autocomplete: 'one-time-code' }}
        />
        {toAsk === undefined ? null : (
          <Field
            name="current_address_code"
            label={`An application requested this change. The six digits we sent to ${toAsk}`}
            input={SIX_DIGITS}
          />
        )}
        <button class="first">Confirm</button>
      </PostForm>
    </>
  );
}

function Sessions({ sessions }: Pick<AccountProps, 'sessions'>) {
  const { visit } = useView();
  return (
    <>
      <Listing
        to="/account"
        csv="/account/sessions.csv"
        nothing={<p>You are not signed in anywhere else.</p>}
        caption="Where you are signed in"
        times="real"
        columns={['Signed in', 'Expires', 'Browser', 'Action']}
        rows={sessions.map(({ id, signedInAt, expiresAt }) => [
          <Moment at={signedInAt} />,
          <Moment at={expiresAt} />,
          id === visit?.sessionId ? 'this browser' : 'another browser',
          id === visit?.sessionId ? (
            '–'
          ) : (
            <PostForm to={`/account/sessions/${id}/end`}>
              <button>Sign out</button>
            </PostForm>
          ),
        ])}
      >
        <TextField label="Contains" />
      </Listing>
      <PostForm to="/account/sessions/end">
        <button>Sign out everywhere, including here</button>
      </PostForm>
    </>
  );
}
