import type { ListedKey } from '../../core/accounts/account.js';
import type { IssuedKey } from '../../core/accounts/keys/api-key.js';
import { MAX_EMAIL_LENGTH } from '../../core/accounts/email-address.js';
import type { AdminAccount } from '../../core/admin/ports.js';
import { MAX_ACCOUNT_NAME_LENGTH, MAX_LABEL_LENGTH } from '../../core/limits.js';
import { makerOf } from '../keys/keys.page.js';
import { BudgetWords } from '../pages/budget-fields.js';
import { Field, useWasSent } from '../pages/form.js';
import { Listing, TextField } from '../pages/listing.js';
import { LastUse } from '../keys/keys.page.js';
import { Choice, counted, credits, Facts, Link, Moment, PostForm } from '../pages/parts.js';
import { activeKeysOf, stateOf } from './lists-csv.js';
import { Reason } from './reason.js';

export function AccountsPage({ accounts }: { accounts: readonly AdminAccount[] }) {
  return (
    <>
      <Listing
        to="/admin/accounts"
        nothing={<p>No accounts yet.</p>}
        caption="Accounts, newest first"
        times="real"
        columns={['Address', 'State', 'Balance', 'Keys', 'Since']}
        numbers={['Balance', 'Keys']}
        rows={accounts.map((account) => [
          <Link to={`/admin/accounts/${account.profile.id}`}>{account.profile.email || account.profile.id}</Link>,
          <AccountState account={account} />,
          counted(account.profile.creditBalance),
          counted(activeKeysOf(account)),
          <Moment at={account.profile.createdAt} />,
        ])}
      >
        <TextField name="email_prefix" label="Address begins with" />
      </Listing>
      <h2>Create an account</h2>
      <CreateForm />
    </>
  );
}

function CreateForm() {
  return (
    <details open={useWasSent('/admin/accounts')}>
      <summary>With its first key, without e-mail</summary>
      <PostForm to="/admin/accounts" className="column">
        <Field
          name="email"
          label="E-mail address, which counts as verified"
          input={{ type: 'email', maxLength: MAX_EMAIL_LENGTH, required: true }}
        />
        <Field name="name" label="Name of the owner (optional)" input={{ maxLength: MAX_ACCOUNT_NAME_LENGTH }} />
        <Field
          name="credits"
          label="First credits (empty: the default for new accounts)"
          input={{ inputMode: 'numeric' }}
        />
        <Field name="label" label="Label of the key (optional)" input={{ maxLength: MAX_LABEL_LENGTH }} />
        <button>Create account</button>
      </PostForm>
    </details>
  );
}

const STATE_KINDS = {
  deleted: 'grey',
  disabled: 'bad',
  open: 'good',
  'address not confirmed': 'warning',
} as const;

function AccountState({ account }: { account: AdminAccount }) {
  const state = stateOf(account);
  return <span class={`state ${STATE_KINDS[state]}`}>{state}</span>;
}

interface AccountProps {
  account: AdminAccount;
  /** The shown page of its keys. */
  keys: readonly ListedKey[];
}

export function AccountPage({ account, keys }: AccountProps) {
  const { profile, deleted, debtCredits } = account;
  const path = `/admin/accounts/${profile.id}`;
  const active = account.keys.filter((key) => key.active);
  return (
    <>
      <Facts
        of={[
          ['State', <AccountState account={account} />],
          ['Address', profile.email],
          ['Name', profile.name],
          ['Balance', credits(profile.creditBalance)],
          ['Owes', debtCredits > 0 ? credits(debtCredits) : undefined],
          ['Since', <Moment at={profile.createdAt} />],
          ['Account', <code>{profile.id}</code>],
          ['Jobs', <Link to={`/admin/jobs?account_id=${profile.id}`}>Verifications and searches</Link>],
          ['Batches', <Link to={`/admin/batches?account_id=${profile.id}`}>Uploaded files</Link>],
          ['Audit trail', <Link to={`/admin/audit?text=${profile.id}`}>Admin actions on this account</Link>],
        ]}
      />
      <h2>Keys</h2>
      <Keys path={path} keys={keys} />
      {active.length === 0 ? null : (
        <PostForm to={`${path}/rate-limit`} className="column">
          <Choice name="key_id" label="Key" values={active.map(({ id, label }) => [id, label] as const)} />
          <Field name="rate_limit" label="Requests a minute" input={{ inputMode: 'numeric', required: true }} />
          <Reason />
          <button>Set limit</button>
        </PostForm>
      )}
      <h2>Credits</h2>
      <PostForm to={`${path}/credits`} className="column">
        <Field
          name="amount"
          label="Credits to add (negative to remove)"
          input={{ inputMode: 'text', pattern: '-?[0-9]+', required: true }}
        />
        <Reason />
        <button>Adjust credits</button>
      </PostForm>
      {deleted ? null : (
        <>
          <h2>{profile.disabled ? 'Enable this account' : 'Disable this account'}</h2>
          <PostForm to={`${path}/${profile.disabled ? 'enable' : 'disable'}`} className="column">
            <Reason />
            <button class={profile.disabled ? undefined : 'danger'}>
              {profile.disabled ? 'Enable account' : 'Disable account'}
            </button>
          </PostForm>
        </>
      )}
    </>
  );
}

function Keys({ path, keys }: { path: string; keys: readonly ListedKey[] }) {
  return (
    <Listing
      to={path}
      csv={`${path}/keys.csv`}
      nothing={<p>No keys.</p>}
      caption="Keys, oldest first"
      times="real"
      columns={['Label', 'Begins with', 'State', 'Made by', 'Requests a minute', 'Budget', 'Last used']}
      numbers={['Requests a minute']}
      rows={keys.map((key) => [
        key.label,
        <code>{key.prefix}</code>,
        key.active ? 'active' : 'revoked',
        makerOf(key),
        counted(key.rateLimitPerMinute),
        <BudgetWords budget={key.budget} />,
        <LastUse at={key.lastUsedAt} />,
      ])}
    >
      <TextField label="Contains" />
    </Listing>
  );
}

/** The only page that ever shows the key. */
export function CreatedPage({ accountId, issued }: { accountId: string; issued: IssuedKey }) {
  return (
    <>
      <div class="done" role="status">
        <p>The key “{issued.label}”. It is shown here and never again.</p>
        <pre>
          <code data-copy="">{issued.apiKey}</code>
        </pre>
      </div>
      <p>
        <Link to={`/admin/accounts/${accountId}`}>Back to the account</Link>
      </p>
    </>
  );
}
