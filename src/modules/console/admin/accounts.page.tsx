import type { ListedKey } from '../../../core/accounts/account.js';
import type { IssuedKey } from '../../../core/accounts/keys/api-key.js';
import { LONGEST_EMAIL } from '../../../core/accounts/email-address.js';
import type { AccountList, SupportAccount } from '../../../core/admin/ports.js';
import { LONGEST_ACCOUNT_NAME, LONGEST_LABEL } from '../../../core/limits.js';
import { BudgetWords } from '../pages/budget-fields.js';
import { Choice, counted, credits, Empty, Facts, FilterForm, Link, Moment, PostForm, Table } from '../pages/parts.js';
import { Reason } from './admin-forms.js';

export function AccountsPage({ list: { accounts, next }, prefix }: { list: AccountList; prefix: string }) {
  const older = new URLSearchParams({ ...(prefix && { email_prefix: prefix }), cursor: next ?? '' }).toString();
  return (
    <>
      <FilterForm to="/admin/accounts">
        <label>
          Address begins with
          <input name="email_prefix" value={prefix} maxLength={LONGEST_EMAIL} />
        </label>
        <button>Show</button>
      </FilterForm>
      {accounts.length === 0 ? (
        <Empty>
          <p>No account has such an address.</p>
        </Empty>
      ) : (
        <Table
          caption="Accounts, the newest first"
          columns={['Address', 'State', 'Balance', 'Keys', 'Since']}
          numbers={['Balance', 'Keys']}
          rows={accounts.map((account) => [
            <Link to={`/admin/accounts/${account.profile.id}`}>{account.profile.email || account.profile.id}</Link>,
            <AccountState account={account} />,
            counted(account.profile.creditBalance),
            counted(account.keys.filter(({ active }) => active).length),
            <Moment at={account.profile.createdAt} />,
          ])}
        />
      )}
      {next ? (
        <p>
          <Link to={`/admin/accounts?${older}`}>Older ones</Link>
        </p>
      ) : null}
      <h2>Make an account</h2>
      <details>
        <summary>With its first key, without e-mail</summary>
        <PostForm to="/admin/accounts" className="column">
          <label>
            E-mail address, which counts as proved
            <input name="email" type="email" maxLength={LONGEST_EMAIL} required />
          </label>
          <label>
            Name of the owner (may be empty)
            <input name="name" maxLength={LONGEST_ACCOUNT_NAME} />
          </label>
          <label>
            First credits (nothing: what every new account gets)
            <input name="credits" inputMode="numeric" />
          </label>
          <label>
            Label of the key (may be empty)
            <input name="label" maxLength={LONGEST_LABEL} />
          </label>
          <button>Make it</button>
        </PostForm>
      </details>
    </>
  );
}

function AccountState({ account: { profile, deleted } }: { account: SupportAccount }) {
  if (deleted) return <span class="state absent">deleted</span>;
  if (profile.disabled) return <span class="state unreachable">disabled</span>;
  return profile.emailVerified ? (
    <span class="state found">open</span>
  ) : (
    <span class="state unsure">address not confirmed</span>
  );
}

export function AccountPage({ account }: { account: SupportAccount }) {
  const { profile, deleted, debtCredits, keys } = account;
  const path = `/admin/accounts/${profile.id}`;
  const active = keys.filter((key) => key.active);
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
          ['Jobs', <Link to={`/admin/jobs?account_id=${profile.id}`}>What it asked</Link>],
        ]}
      />
      <h2>Keys</h2>
      {keys.length === 0 ? <p>It has none.</p> : <Keys keys={keys} />}
      {active.length === 0 ? null : (
        <PostForm to={`${path}/rate-limit`} className="column">
          <Choice name="key_id" label="Key" values={active.map(({ id, label }) => [id, label] as const)} />
          <label>
            Requests a minute
            <input name="rate_limit" inputMode="numeric" required />
          </label>
          <Reason />
          <button>Set the limit</button>
        </PostForm>
      )}
      <h2>Credits</h2>
      <PostForm to={`${path}/credits`} className="column">
        <label>
          Credits to give, or below zero to take
          <input name="amount" inputMode="text" pattern="-?[0-9]+" required />
        </label>
        <Reason />
        <button>Give or take</button>
      </PostForm>
      {deleted ? null : (
        <>
          <h2>{profile.disabled ? 'Enable it' : 'Disable it'}</h2>
          <PostForm to={`${path}/${profile.disabled ? 'enable' : 'disable'}`} className="column">
            <Reason />
            <button class={profile.disabled ? undefined : 'danger'}>
              {profile.disabled ? 'Enable the account' : 'Disable the account'}
            </button>
          </PostForm>
        </>
      )}
    </>
  );
}

function Keys({ keys }: { keys: readonly ListedKey[] }) {
  return (
    <Table
      caption="Its keys, the oldest first"
      columns={['Label', 'Begins with', 'State', 'Requests a minute', 'Budget']}
      numbers={['Requests a minute']}
      rows={keys.map(({ label, prefix, active, rateLimitPerMinute, budget }) => [
        label,
        <code>{prefix}</code>,
        active ? 'active' : 'revoked',
        counted(rateLimitPerMinute),
        <BudgetWords budget={budget} />,
      ])}
    />
  );
}

/** The key is in this answer, and nowhere else ever. */
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
        <Link to={`/admin/accounts/${accountId}`}>To the account</Link>
      </p>
    </>
  );
}
