import type { ListedKey } from '../../core/accounts/account.js';
import type { IssuedKey } from '../../core/accounts/keys/api-key.js';
import { MAX_LABEL_LENGTH } from '../../core/limits.js';
import { TIERS } from '../../core/registries/jurisdiction.js';
import { BudgetFields, BudgetWords, ThresholdField, ThresholdWords } from '../pages/budget-fields.js';
import { Box, Field } from '../pages/form.js';
import { Listing, TextField } from '../pages/listing.js';
import { Facts, Link, Moment, placeName, PostForm, counted } from '../pages/parts.js';
import { useView } from '../pages/view.js';

export const JURISDICTION_BOX = 'jurisdiction:';
export const TIER_BOX = 'tier:';

interface KeysProps {
  keys: readonly ListedKey[];
  issued: IssuedKey | undefined;
}

export function KeysPage({ keys, issued }: KeysProps) {
  return (
    <>
      {issued ? (
        <div class="done" role="status">
          <p>
            This is your new key <strong>{issued.label}</strong>. It is shown only once: store it where your program can
            read it.
          </p>
          <pre>
            <code data-copy="">{issued.apiKey}</code>
          </pre>
        </div>
      ) : null}
      <Listing
        to="/keys"
        nothing={<p>No keys yet. A program needs a key to use this account.</p>}
        caption="Keys, including revoked ones"
        times="real"
        columns={[
          'Label',
          'Prefix',
          'Status',
          'Made by',
          'Budget',
          'Confirmation',
          'Allowed',
          'Requests per minute',
          'Created',
          'Last used',
        ]}
        numbers={['Requests per minute']}
        rows={keys.map((key) => [
          key.active ? <Link to={`/keys/${key.id}`}>{key.label}</Link> : key.label,
          <code>{key.prefix}</code>,
          <span class={`state ${key.active ? 'good' : 'grey'}`}>{key.active ? 'active' : 'revoked'}</span>,
          makerOf(key),
          <BudgetWords budget={key.budget} />,
          <ThresholdWords threshold={key.confirmAbove} />,
          [...(key.tiers ?? []), ...(key.jurisdictions ?? [])].join(', ') || 'all',
          counted(key.rateLimitPerMinute),
          <Moment at={key.createdAt} />,
          <LastUse at={key.lastUsedAt} />,
        ])}
      >
        <TextField label="Contains" />
      </Listing>
      <h2>Create a key</h2>
      <PostForm to="/keys" className="column">
        <KeyFields />
        <button class="first">Create key</button>
      </PostForm>
    </>
  );
}

/** The application that made a key, or its owner. */
export function makerOf({ grantId, clientName }: ListedKey): string {
  if (grantId === undefined) return 'owner';
  return clientName === undefined ? 'an application' : `the application “${clientName}”`;
}

export function KeyPage({ keyShown }: { keyShown: ListedKey }) {
  return (
    <>
      <Facts
        of={[
          ['Prefix', <code>{keyShown.prefix}</code>],
          ['Made by', makerOf(keyShown)],
          ['Last used', <LastUse at={keyShown.lastUsedAt} />],
          ['Budget', <BudgetWords budget={keyShown.budget} />],
          ['Confirmation', <ThresholdWords threshold={keyShown.confirmAbove} />],
        ]}
      />
      <h2>Edit</h2>
      <PostForm to={`/keys/${keyShown.id}`} className="column">
        <KeyFields keyShown={keyShown} />
        <button class="first">Save changes</button>
      </PostForm>
      <h2>Revoke</h2>
      <p>Programs that use this key stop working immediately. This cannot be undone.</p>
      <PostForm to={`/keys/${keyShown.id}/revoke`}>
        <button class="danger">Revoke key</button>
      </PostForm>
    </>
  );
}

export function LastUse({ at }: { at: Date | undefined }) {
  return at === undefined ? <>never</> : <Moment at={at} />;
}

function KeyFields({ keyShown }: { keyShown?: ListedKey }) {
  const { label, budget, confirmAbove, jurisdictions, tiers } = keyShown ?? {};
  // A key may be limited to one that is no longer in force.
  const codes = new Set([...useView().jurisdictions, ...(jurisdictions ?? [])]);
  return (
    <>
      <Field name="label" label="Label" value={label} input={{ maxLength: MAX_LABEL_LENGTH, autocomplete: 'off' }} />
      <BudgetFields budget={budget} />
      <ThresholdField threshold={confirmAbove} />
      <fieldset>
        <legend>Allowed tiers (none selected: all)</legend>
        {TIERS.map((tier) => (
          <Box key={tier} name={TIER_BOX + tier} checked={tiers?.includes(tier) ?? false}>
            {tier}
          </Box>
        ))}
      </fieldset>
      <details>
        <summary>Allowed jurisdictions (none selected: all)</summary>
        <fieldset>
          <legend>Jurisdictions</legend>
          {[...codes].map((code) => (
            <Box key={code} name={JURISDICTION_BOX + code} checked={jurisdictions?.includes(code) ?? false}>
              {placeName(code)} ({code})
            </Box>
          ))}
        </fieldset>
      </details>
    </>
  );
}
