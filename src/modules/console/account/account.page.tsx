import type { MovableAccount } from '../../../core/accounts/account.js';
import { addressToAsk } from '../../../core/accounts/access/confirm-email.js';
import { MAX_EMAIL_LENGTH } from '../../../core/accounts/email-address.js';
import type { SignInSession } from '../../../core/accounts/ports.js';
import { MAX_ACCOUNT_NAME_LENGTH, MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../../../core/limits.js';
import type { ListPage } from '../csv-file.js';
import { Listing, TextField } from '../pages/listing.js';
import { Choice, Facts, Link, Moment, PostForm, Wrong } from '../pages/parts.js';
import { useView } from '../pages/view.js';
import { TIME_ZONES, UTC } from '../time-zone.js';

interface SessionsProps {
  sessions: ListPage<SignInSession, string>;
  /** What the sessions shown hold. */
  text: string | undefined;
}

interface AccountProps extends SessionsProps {
  profile: MovableAccount;
  wrong?: string | undefined;
}

export function AccountPage({ profile, sessions, text, wrong }: AccountProps) {
  const { timeZone } = useView();
  return (
    <>
      <Wrong>{wrong}</Wrong>
      <Facts
        of={[
          ['Account', <code>{profile.id}</code>],
          ['Address', profile.emailVerified ? profile.email : `${profile.email}, not confirmed yet`],
          ['Name', profile.name],
          ['Since', <Moment at={profile.createdAt} />],
        ]}
      />
      {profile.emailVerified ? null : <Confirm profile={profile} />}
      <h2>Name and address</h2>
      <p>
        A new address receives a code. Until you enter it here, nothing can be charged. Other browsers are signed out.
      </p>
      <PostForm to="/account" className="column">
        <label>
          Name
          <input name="name" maxLength={MAX_ACCOUNT_NAME_LENGTH} autocomplete="name" value={profile.name ?? ''} />
        </label>
        <label>
          E-mail address
          <input name="email" type="email" maxLength={MAX_EMAIL_LENGTH} autocomplete="email" value={profile.email} />
        </label>
        <button>Change</button>
      </PostForm>
      <h2>Password</h2>
      <p>Codes by e-mail always work. Setting a password signs out every other browser.</p>
      <PostForm to="/account/password" className="column">
        <label>
          Current password, if you have one
          <input
            name="current_password"
            type="password"
            maxLength={MAX_PASSWORD_LENGTH}
            autocomplete="current-password"
          />
        </label>
        <label>
          New password, at least {MIN_PASSWORD_LENGTH} characters
          <input
            name="new_password"
            type="password"
            minLength={MIN_PASSWORD_LENGTH}
            maxLength={MAX_PASSWORD_LENGTH}
            required
            autocomplete="new-password"
          />
        </label>
        <button>Set the password</button>
      </PostForm>
      <h2>Times</h2>
      <p>This browser shows times in this zone, and in UTC.</p>
      <PostForm to="/account/time-zone">
        <Choice
          name="time_zone"
          label="Time zone"
          chosen={timeZone ?? UTC}
          values={TIME_ZONES.map((each) => [each, each.replaceAll('_', ' ')] as const)}
        />
        <button>Use this time zone</button>
      </PostForm>
      <h2>Sessions</h2>
      <Sessions sessions={sessions} text={text} />
      <h2>Your data</h2>
      <p>
        <Link to="/account/export.json">Download everything that is stored about this account</Link> (JSON).
      </p>
      <h2>Close the account</h2>
      <p>
        Address, name and password are erased, keys and applications stop working at once, and remaining credits are
        lost. This cannot be undone.
      </p>
      <PostForm to="/account/close" className="column">
        <label>
          Type {profile.email} to close the account
          <input name="email" autocomplete="off" required />
        </label>
        <button class="danger">Close this account</button>
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
        <label>
          The six digits that were sent to {profile.email}
          <input name="code" inputMode="numeric" autocomplete="one-time-code" maxLength={8} required />
        </label>
        {toAsk === undefined ? null : (
          <label>
            An application requested this change: the six digits that were sent to {toAsk}
            <input name="current_address_code" inputMode="numeric" maxLength={8} required />
          </label>
        )}
        <button class="first">Confirm</button>
      </PostForm>
    </>
  );
}

function Sessions({ sessions: { items, next }, text }: SessionsProps) {
  const { visit } = useView();
  return (
    <>
      <Listing
        to="/account"
        csv="/account/sessions.csv"
        wanted={{ text }}
        next={next}
        nothing={<p>You have no other sessions.</p>}
        caption="Where you are signed in"
        columns={['Signed in', 'Until', 'Which', 'End']}
        rows={items.map(({ id, signedInAt, expiresAt }) => [
          <Moment at={signedInAt} />,
          <Moment at={expiresAt} />,
          id === visit?.sessionId ? 'this browser' : 'another one',
          id === visit?.sessionId ? (
            '–'
          ) : (
            <PostForm to={`/account/sessions/${id}/end`}>
              <button>Sign it out</button>
            </PostForm>
          ),
        ])}
      >
        <TextField label="Contains" value={text} />
      </Listing>
      <PostForm to="/account/sessions/end">
        <button>Sign out everywhere, including here</button>
      </PostForm>
    </>
  );
}
